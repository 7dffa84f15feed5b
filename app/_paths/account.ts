export const ACCOUNT_PATH = "/account";
export const SECURITY_PATH = `${ACCOUNT_PATH}/security`;
export const OWN_TOKENS_PATH = `${ACCOUNT_PATH}/tokens`;
export const PREFERENCES_PATH = `${ACCOUNT_PATH}/notifications`;
