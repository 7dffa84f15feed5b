import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import type { EntryPoint } from "./entry-points.ts";
import { sendRequest } from "./send-request.ts";

const RETRY_MS = 500;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

interface SignInOptions {
  /** Cookies of the browser besides those of the form. */
  cookies?: string;
  /** Repeats what is rejected because other files check more passwords than the server does at once. */
  waitsForTurn?: boolean;
}

/** Sign-in by a form: password, second step or passkey. */
export async function signInBy(
  entryPoint: EntryPoint,
  provider: "credentials" | "second-step" | "passkey",
  proof: Record<string, string>,
  { cookies = "", waitsForTurn = true }: SignInOptions = {},
) {
  const { cookie, csrfToken } = await openForm(entryPoint);
  const send = () =>
    sendRequest(entryPoint, `POST /api/auth/callback/${provider}`, {
      headers: { Cookie: [cookie, cookies].filter(Boolean).join("; "), ...FORM },
      body: new URLSearchParams({ csrfToken, ...proof, json: "true" }).toString(),
    });
  let response = await send();
  while (waitsForTurn && response.status === 503) {
    await setTimeout(RETRY_MS);
    response = await send();
  }
  const { url } = JSON.parse(response.text) as { url: string };
  return {
    ...toResult(entryPoint, response.headers, url),
    status: response.status,
    headers: response.headers,
  };
}

/** Sign-in through the OpenID provider of the tests, which asserts these claims. */
export async function signInThrough(entryPoint: EntryPoint, claims: object) {
  const { cookie, csrfToken } = await openForm(entryPoint);
  const started = await sendRequest(entryPoint, "POST /api/auth/signin/oidc", {
    headers: { Cookie: cookie, ...FORM },
    body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
  });
  const { url } = JSON.parse(started.text) as { url: string };
  const { searchParams } = new URL(url);
  const registered = await fetch(`${inject("entryPoints").oidcIssuer}/claims`, {
    method: "POST",
    body: JSON.stringify({ ...claims, nonce: searchParams.get("nonce") }),
  });
  const { code } = (await registered.json()) as { code: string };
  const query = new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
  const { headers } = await sendRequest(entryPoint, `GET /api/auth/callback/oidc?${query}`, {
    headers: { Cookie: [cookie, cookiesOf(started.headers)].join("; ") },
  });
  return toResult(entryPoint, headers, headers.get("location") ?? "");
}

/** URL that a sign-in redirects to, its error, and its cookies: as they are set, and as the browser sends them. */
const toResult = (entryPoint: EntryPoint, headers: Headers, url: string) => ({
  url,
  error: new URL(url, entryPoint.origin).searchParams.get("error"),
  setCookies: headers.getSetCookie().join(),
  cookie: cookiesOf(headers),
});

async function openForm(entryPoint: EntryPoint) {
  const { headers, text } = await sendRequest(entryPoint, "GET /api/auth/csrf");
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  return { cookie: cookiesOf(headers), csrfToken };
}

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
