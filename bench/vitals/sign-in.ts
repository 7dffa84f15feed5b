import type { Browser } from "@playwright/test";
import type { SessionRequest } from "./visit.ts";

const PASSWORD = "drydock-demo";

/** The cookies of one of the demo people, by the form of next-auth. */
export async function signInTo(
  browser: Browser,
  origin: string,
  email: string,
): Promise<SessionRequest["state"]> {
  const context = await browser.newContext({ baseURL: origin });
  try {
    const { csrfToken } = (await (await context.request.get("/api/auth/csrf")).json()) as {
      csrfToken: string;
    };
    const answer = await context.request.post("/api/auth/callback/credentials", {
      form: { csrfToken, email, password: PASSWORD, json: "true" },
    });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()}`);
    return await context.storageState();
  } finally {
    await context.close();
  }
}
