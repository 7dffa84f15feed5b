import type { NextAuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { databaseNow } from "@/db/clock.ts";
import { getClientAddress } from "@/server/auth/rate-limits/client-address.ts";
import {
  createSession,
  endSessions,
  type SessionClaim,
  type SessionOwner,
} from "@/server/auth/sessions/load-session.ts";
import {
  formatCookie,
  getCookieValue,
  SECOND_STEP_COOKIE,
  sessionCookieOptions,
  toSessionClaim,
} from "@/server/auth/sessions/session-cookie.ts";
import { SESSION_TTL_SECONDS, startSession } from "@/server/auth/sessions/session-store.ts";
import { createDeviceCookie, findDevice } from "@/server/auth/sign-in/device-cookie.ts";
import { findByIdentity } from "@/server/auth/sign-in/external.ts";
import { readIdentity } from "@/server/auth/sign-in/external-identity.ts";
import { PasswordSignIn, type SignInClaim, signInWithPassword } from "@/server/auth/sign-in/password.ts";
import { type SignInError, toSignInError } from "@/server/auth/sign-in/sign-in-errors.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import { createContext, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { type AppError, toAppError } from "@/shared/errors.ts";
import { CHALLENGE_TTL_MS } from "../second-factors/challenges.ts";
import { PasskeySignIn, SecondStepProof } from "../second-factors/input.ts";
import { completeSecondStep, signInWithPasskey, startSecondStep } from "../second-factors/second-step.ts";
import { externalProviders } from "./external-providers.ts";

/** Request and response around next-auth. */
export interface SignInExchange {
  /** Headers of the request. */
  headers: Headers;
  /** Adds a cookie to the response. */
  setCookie: (cookie: string) => void;
  /** Receives the error of a sign-in that failed for another reason than a wrong credential. */
  onFailure: (error: AppError) => void;
}

/**
 * Options of next-auth: sessions are sealed cookies with the ids of user and session and the session version. An account with a second
 * factor gets no session by password or provider alone: those give a cookie for the second step, which has a provider of
 * its own.
 */
export function authOptions(exchange: SignInExchange): NextAuthOptions {
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
    providers: [
      passwordProvider(exchange),
      secondStepProvider(exchange),
      passkeyProvider(exchange),
      ...externalProviders(),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => safeTarget(url, baseUrl),
      signIn: async ({ user, account, profile }) => {
        if (!account || account.type === "credentials") return true;
        const result = await signInExternally(exchange, account.provider, profile ?? {}).catch(
          (thrown: unknown) => failWith(exchange, thrown),
        );
        // A path: next-auth would append the message of an error to the redirect.
        if (typeof result === "string") return `/sign-in?error=${result}`;
        if (result === null) return "/sign-in/second-step";
        Object.assign(user, result);
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
        const user = claim && (await createSession(claim).enrollee());
        if (user) await endSessions(createContext(user), user.userId);
      },
    },
  };
}

/**
 * Session of the user with these claims, created at the first sign-in; null if the second step begins; or the error that
 * refuses them.
 */
async function signInExternally(
  exchange: SignInExchange,
  provider: string,
  claims: object,
): Promise<SessionClaim | SignInError | null> {
  const identity = readIdentity(provider, claims);
  if (typeof identity === "string") return identity;
  return withConcurrencyLimit(requestLimit(), async () => {
    const claim = await findByIdentity(systemContext("sign-in"), identity);
    if (!claim) return "AccountNotLinked";
    if (!claim.hasSecondFactor) return beginSession(exchange, claim);
    await beginSecondStep(exchange, claim);
    return null;
  });
}

async function beginSession(
  { headers }: SignInExchange,
  { userId, sessionVersion }: SessionOwner,
): Promise<SessionClaim> {
  const owner = { userId, sessionVersion };
  return {
    ...owner,
    sessionId: await startSession(systemContext("sign-in"), owner, headers.get("user-agent")),
  };
}

function failWith({ onFailure }: SignInExchange, thrown: unknown): SignInError {
  const error = toAppError(thrown);
  onFailure(error);
  return toSignInError(error.code);
}

/** Redirect target after sign-in and sign-out, always on this origin. */
function safeTarget(url: unknown, baseUrl: string): string {
  const target = typeof url === "string" && URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

const secondStepCookie = (): string => sessionCookieOptions(SECOND_STEP_COOKIE).name;

/** Cookie for the second step of a sign-in whose first one was right. */
async function beginSecondStep({ setCookie }: SignInExchange, claim: SignInClaim): Promise<void> {
  const secret = await startSecondStep(systemContext("sign-in"), claim);
  setCookie(formatCookie(secondStepCookie(), secret, CHALLENGE_TTL_MS / 1_000));
}

/** User for next-auth after all steps. The browser is remembered as one of the account's. */
async function completeSignIn(exchange: SignInExchange, claim: SignInClaim) {
  const session = await withConcurrencyLimit(requestLimit(), () => beginSession(exchange, claim));
  if (!claim.isClaimed) exchange.setCookie(await createDeviceCookie(exchange.headers, claim.userId));
  return { id: claim.userId, ...session };
}

/** Runs a sign-in. next-auth passes the message of an error to the sign-in page, which knows the error codes. */
async function orSignInError<T>(exchange: SignInExchange, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    throw thrown instanceof StepError ? thrown : new Error(failWith(exchange, thrown));
  }
}

/** Code of a step that did not end in a session. */
class StepError extends Error {}
const stepError = (code: SignInError) => new StepError(code);

function secondStepProvider(exchange: SignInExchange) {
  return CredentialsProvider({
    id: "second-step",
    name: "second step",
    credentials: { code: {}, passkey: {} },
    authorize: (given) =>
      orSignInError(exchange, async () => {
        const secret = getCookieValue(exchange.headers, secondStepCookie());
        const proof = SecondStepProof.safeParse(given);
        if (!secret) throw stepError("SecondStepExpired");
        if (!proof.success) throw stepError("SecondStepIncorrect");
        const result = await completeSecondStep(systemContext("sign-in"), secret, proof.data);
        if (result === "incorrect") throw stepError("SecondStepIncorrect");
        exchange.setCookie(formatCookie(secondStepCookie(), "", 0));
        if (result === "expired") throw stepError("SecondStepExpired");
        return completeSignIn(exchange, result);
      }),
  });
}

function passkeyProvider(exchange: SignInExchange) {
  return CredentialsProvider({
    id: "passkey",
    name: "passkey",
    credentials: { passkey: {} },
    authorize: (given) =>
      orSignInError(exchange, async () => {
        const input = PasskeySignIn.safeParse(given);
        const claim =
          input.success && (await signInWithPasskey(systemContext("sign-in"), input.data.passkey));
        if (!claim) throw stepError("PasskeyRefused");
        return completeSignIn(exchange, claim);
      }),
  });
}

function passwordProvider(exchange: SignInExchange) {
  return CredentialsProvider({
    name: "password",
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: (given) =>
      orSignInError(exchange, async () => {
        const input = PasswordSignIn.safeParse(given);
        if (!input.success) return null;
        const address = getClientAddress(exchange.headers);
        const claim = await signInWithPassword(systemContext("sign-in"), input.data, address, (userId) =>
          findDevice(exchange.headers, userId),
        );
        if (!claim?.hasSecondFactor) return claim && completeSignIn(exchange, claim);
        await beginSecondStep(exchange, claim);
        throw stepError("SecondStepRequired");
      }),
  });
}

const sessionToken = ({ userId, sessionId, sessionVersion }: SessionClaim): JWT => ({
  userId,
  sessionId,
  sessionVersion,
  authenticatedAt: databaseNow().getTime(),
});
