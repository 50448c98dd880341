/** How the published description says that a person who signed in may call it, too. */
export const sessionSecurity = [{ dashboardSession: [] }];
