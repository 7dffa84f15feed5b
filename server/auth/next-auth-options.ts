import type { NextAuthOptions, Profile } from "next-auth";
import type { JWT } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import GitHubProvider from "next-auth/providers/github";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { requestLimit, withConcurrencyLimit } from "../platform/concurrency-limit.ts";
import { createContext, systemContext } from "../platform/context.ts";
import { withoutTrailingSlash } from "../platform/env/base-url.ts";
import { env } from "../platform/env/env.ts";
import { type AppError, toAppError } from "../platform/errors.ts";
import { getClientAddress } from "./client-address.ts";
import { readIdentity, toClaims } from "./external-identity.ts";
import { SESSION_TTL_SECONDS, sessionCookieOptions, toSessionClaim } from "./session-cookie.ts";
import {
  createSession,
  endSessions,
  findByIdentity,
  PasswordSignIn,
  type SessionClaim,
  signInWithPassword,
} from "./sessions.ts";
import { type SignInError, toSignInError } from "./sign-in-errors.ts";

/** External sign-in providers that are configured. */
export function signInProviders(): { id: string; name: string }[] {
  return externalProviders().map(({ id, name }) => ({ id, name }));
}

/**
 * Options of next-auth: sessions are signed cookies with the user id and the session version.
 * @param onFailure receives the error of a sign-in that failed for another reason than a wrong credential
 */
export function authOptions(onFailure: (error: AppError) => void): NextAuthOptions {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new Error("NEXTAUTH_SECRET is not set");
  return {
    secret: NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_TTL_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: sessionCookieOptions("session"),
      csrfToken: sessionCookieOptions("csrf"),
      callbackUrl: sessionCookieOptions("callback"),
      state: sessionCookieOptions("state"),
      pkceCodeVerifier: sessionCookieOptions("pkce"),
      nonce: sessionCookieOptions("nonce"),
    },
    providers: [passwordProvider(onFailure), ...externalProviders()],
    callbacks: {
      redirect: ({ url, baseUrl }) => safeTarget(url, baseUrl),
      signIn: async ({ user, account, profile }) => {
        if (!account || account.provider === "credentials") return true;
        const claim = await signInExternally(account.provider, profile ?? {}).catch((thrown: unknown) =>
          failWith(onFailure, thrown),
        );
        // A path: next-auth would append the message of an error to the redirect.
        if (typeof claim === "string") return `/sign-in?error=${claim}`;
        Object.assign(user, claim);
        return true;
      },
      jwt: ({ token, user }) => (user ? sessionToken(user as unknown as SessionClaim) : token),
      session: ({ session, token }) => ({
        ...session,
        userId: token["userId"],
        sessionVersion: token["sessionVersion"],
      }),
    },
    events: {
      signOut: async ({ token }) => {
        const claim = toSessionClaim(token);
        const user = claim && (await createSession(claim).owner());
        if (user) await endSessions(createContext(user), user.userId);
      },
    },
  };
}

/** Session of the user with these claims, created at the first sign-in, or the error that refuses them. */
async function signInExternally(provider: string, claims: object): Promise<SessionClaim | SignInError> {
  const identity = readIdentity(provider, claims);
  if (typeof identity === "string") return identity;
  const claim = await withConcurrencyLimit(requestLimit(), () =>
    findByIdentity(systemContext("sign-in"), identity),
  );
  return claim ?? "AccountNotLinked";
}

function failWith(onFailure: (error: AppError) => void, thrown: unknown): SignInError {
  const error = toAppError(thrown);
  onFailure(error);
  return toSignInError(error.code);
}

/** Redirect target after sign-in and sign-out, always on this origin. */
function safeTarget(url: unknown, baseUrl: string): string {
  const target = typeof url === "string" && URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

function passwordProvider(onFailure: (error: AppError) => void) {
  return CredentialsProvider({
    name: "password",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: async (given, request) => {
      const input = PasswordSignIn.safeParse(given);
      if (!input.success) return null;
      const address = getClientAddress(new Headers(request.headers as Record<string, string>));
      const claim = await signInWithPassword(systemContext("sign-in"), input.data, address).catch(
        (thrown: unknown) => {
          // next-auth passes the message to the sign-in page, which knows the error codes.
          throw new Error(failWith(onFailure, thrown));
        },
      );
      return claim && { id: claim.userId, ...claim };
    },
  });
}

function externalProviders(): OAuthConfig<Record<string, unknown>>[] {
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

const sessionToken = ({ userId, sessionVersion }: SessionClaim): JWT => ({
  userId,
  sessionVersion,
  sessionId: crypto.randomUUID(),
});
