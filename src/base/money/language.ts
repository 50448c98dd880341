/** The languages of pages and mails. A new one is an entry here and a file of texts for each of them. */
export const languages = ['es', 'pt', 'en', 'fr'] as const;
export type Language = (typeof languages)[number];
