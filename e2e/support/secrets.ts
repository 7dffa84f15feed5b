/** Secrets of the product under test. */
export const E2E_BUILD_SECRET = "the-build-secret-of-the-browser-tests";
export const E2E_TOKEN_SECRET = "the-token-secret-of-the-browser-tests";
export const E2E_STRIPE_SECRET = "whsec_of_the_journeys";
export const E2E_MAIL_CREDENTIALS = { user: "journeys", pass: "a-mail-password-of-the-journeys" };
