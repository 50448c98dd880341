import { userInfo } from 'node:os';

/** The value of --by if nobody has an account, and the name in the audit log then. */
export const machineUser = userInfo().username;
export const actingUser = `user ${machineUser}`;
