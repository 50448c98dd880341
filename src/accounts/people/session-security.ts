/** The security scheme in the API description for routes that a signed-in person may also call. */
export const sessionSecurity = [{ dashboardSession: [] }];
