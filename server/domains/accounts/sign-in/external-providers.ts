import type { Profile } from "next-auth";
import GitHubProvider from "next-auth/providers/github";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { toClaims } from "@/server/auth/sign-in/external-identity.ts";
import { env } from "@/server/core/env/env.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";

/** External sign-in providers that are configured. */
export function signInProviders(): { id: string; name: string }[] {
  return externalProviders().map(({ id, name }) => ({ id, name }));
}

/** Configurations of external sign-in providers for next-auth. */
export function externalProviders(): OAuthConfig<Record<string, unknown>>[] {
  const { GITHUB_ID, GITHUB_SECRET, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env();
  const providers: OAuthConfig<Record<string, unknown>>[] = [];
  if (GITHUB_ID && GITHUB_SECRET) {
    const github = GitHubProvider({
      clientId: GITHUB_ID,
      clientSecret: GITHUB_SECRET,
      userinfo: {
        request: async ({ client, tokens: { access_token = "" } }) => {
          const user = await client.userinfo(access_token);
          const { body, statusCode } = await client.requestResource(GITHUB_EMAILS_URL, access_token);
          if (statusCode !== 200 || !body)
            throw new Error(`GitHub answered ${statusCode} for email addresses`);
          return toClaims(user, JSON.parse(body.toString())) as Profile;
        },
      },
      profile: toProfile,
    });
    providers.push(github as unknown as OAuthConfig<Record<string, unknown>>);
  }
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    providers.push({
      id: "oidc",
      name: OIDC_NAME,
      type: "oauth",
      wellKnown: `${withoutTrailingSlash(OIDC_ISSUER)}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      authorization: { params: { scope: "openid email profile" } },
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      profile: toProfile,
    });
  }
  return providers;
}

const GITHUB_EMAILS_URL = "https://api.github.com/user/emails";

/** Profile for next-auth, which fails without an id. `readIdentity` validates the claims. */
const toProfile = (claims: object) => ({
  id: "sub" in claims && typeof claims.sub === "string" && claims.sub !== "" ? claims.sub : "-",
});
