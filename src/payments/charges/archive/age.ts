/** Younger charges are never archived: most refunds and disputes come before. */
export const minArchiveDays = 30;
