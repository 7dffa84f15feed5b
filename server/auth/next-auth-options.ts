import type { NextAuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import GitHubProvider from "next-auth/providers/github";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { createContext, systemContext } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { toAppError } from "../platform/errors.ts";
import { getClientAddress } from "./client-address.ts";
import { sessionCookieOptions, toSessionClaim } from "./session-cookie.ts";
import {
  createSession,
  endSessions,
  findByIdentity,
  PasswordSignIn,
  type SessionClaim,
  signInWithPassword,
} from "./sessions.ts";

const SESSION_DAYS = 7;

/** External sign-in providers that are configured. */
export function signInProviders(): { id: string; name: string }[] {
  return externalProviders().map(({ id, name }) => ({ id, name }));
}

/** Options of next-auth: sessions are signed cookies with the user id and the session version. */
export function authOptions(): NextAuthOptions {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new Error("NEXTAUTH_SECRET is not set");
  return {
    secret: NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_DAYS * 86_400 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: sessionCookieOptions("session"),
      csrfToken: sessionCookieOptions("csrf"),
      callbackUrl: sessionCookieOptions("callback"),
      state: sessionCookieOptions("state"),
      pkceCodeVerifier: sessionCookieOptions("pkce"),
      nonce: sessionCookieOptions("nonce"),
    },
    providers: [passwordProvider(), ...externalProviders()],
    callbacks: {
      redirect: ({ url, baseUrl }) => safeTarget(url, baseUrl),
      signIn: async ({ user, account, profile }) => {
        if (!account || account.provider === "credentials") return true;
        if (!user.email || !isVerified(profile)) return false;
        const claim = await findByIdentity(systemContext("sign-in"), {
          provider: account.provider,
          accountId: account.providerAccountId,
          email: user.email,
          name: user.name ?? user.email,
        });
        if (!claim) return "/sign-in?error=AccountNotLinked";
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

/** Redirect target after sign-in and sign-out, on this origin whatever was requested. */
function safeTarget(url: unknown, baseUrl: string): string {
  const target = typeof url === "string" && URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

function passwordProvider() {
  return CredentialsProvider({
    name: "password",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: async (given, request) => {
      const input = PasswordSignIn.safeParse(given);
      if (!input.success) return null;
      const address = getClientAddress(new Headers(request.headers as Record<string, string>));
      const claim = await signInWithPassword(systemContext("sign-in"), input.data, address).catch(
        (error: unknown) => {
          // next-auth passes the message to the sign-in page, which knows the error codes.
          throw new Error(toAppError(error).code);
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
    const github = GitHubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET });
    providers.push(github as unknown as OAuthConfig<Record<string, unknown>>);
  }
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    providers.push({
      id: "oidc",
      name: OIDC_NAME,
      type: "oauth",
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      authorization: { params: { scope: "openid email profile" } },
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      profile: (profile) => ({
        id: String(profile["sub"]),
        name: String(profile["name"] ?? profile["email"] ?? ""),
        email: String(profile["email"] ?? ""),
      }),
    });
  }
  return providers;
}

/** OIDC providers state whether they verified the address; GitHub returns verified ones only. */
const isVerified = (profile: object | undefined): boolean =>
  !profile || !("email_verified" in profile) || profile.email_verified === true;

const sessionToken = ({ userId, sessionVersion }: SessionClaim): JWT => ({
  userId,
  sessionVersion,
  sessionId: crypto.randomUUID(),
});
