/** The languages that pages and mails speak. A further one is a line here and a file of texts for each of them. */
export const languages = ['es', 'pt', 'en', 'fr'] as const;
export type Language = (typeof languages)[number];
