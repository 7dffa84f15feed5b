export const SIGN_IN_PATH = "/sign-in";
export const SIGN_UP_PATH = "/sign-up";
export const FORGOT_PASSWORD_PATH = "/forgot-password";
/** Leads to the dashboard of the user. */
export const DASHBOARD_PATH = "/dashboard";

/** Sign-in that returns to a page. */
export const signInPath = (returnTo: string): string =>
  `${SIGN_IN_PATH}?callbackUrl=${encodeURIComponent(returnTo)}`;

export const signInErrorPath = (code: string): string => `${SIGN_IN_PATH}?error=${code}`;
export const invitePath = (secret: string): string => `/invite/${secret}`;
export const verifyEmailPath = (token: string): string => `/verify-email?token=${encodeURIComponent(token)}`;
export const unsubscribePath = (token: string): string => `/unsubscribe/${encodeURIComponent(token)}`;

export const ACCOUNT_PATH = "/account";
export const SECURITY_PATH = `${ACCOUNT_PATH}/security`;
export const OWN_TOKENS_PATH = `${ACCOUNT_PATH}/tokens`;
export const PREFERENCES_PATH = `${ACCOUNT_PATH}/notifications`;
