import type { SecurityText } from "../email-links/mails.ts";

export const tokenCreated = (name: string, lastFour: string, tenant: string): SecurityText => ({
  subject: `New API token for ${tenant}`,
  text: `The API token ${name}, ending in ${lastFour}, was created for your account in the workspace ${tenant}.`,
  remedy: {
    text: "If that wasn’t you, revoke the token and reset your password.",
    action: { label: "Review API tokens", path: "/account/tokens" },
  },
});
