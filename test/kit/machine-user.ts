import { userInfo } from 'node:os';

/** What --by takes where nobody has an account, and what the audit log then has. */
export const machineUser = userInfo().username;
export const actingUser = `user ${machineUser}`;
