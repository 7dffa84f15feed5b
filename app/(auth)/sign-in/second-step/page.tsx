import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { CardPage } from "@/app/_components/frame/standalone-page.tsx";
import { safeCallbackUrl } from "@/app/_components/sign-in/session.ts";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import {
  getCookieValue,
  SECOND_STEP_COOKIE,
  sessionCookieOptions,
} from "@/server/auth/sessions/session-cookie.ts";
import { SecondStepAfterProvider } from "../_components/second-step-after-provider.tsx";

export const metadata: Metadata = { title: "Two-factor authentication" };

const PARSING_BASE = "http://localhost";

/** Second step of a sign-in through a provider. After a password it follows on the sign-in page itself. */
export default async function SecondStepPage() {
  const given = await headers();
  if (!getCookieValue(given, sessionCookieOptions(SECOND_STEP_COOKIE).name)) redirect(SIGN_IN_PATH);
  const target = getCookieValue(given, sessionCookieOptions("callback").name) ?? "";
  const url = URL.canParse(target, PARSING_BASE) ? new URL(target, PARSING_BASE) : null;
  return (
    <CardPage title="Two-factor authentication">
      <SecondStepAfterProvider callbackUrl={safeCallbackUrl(url ? url.pathname + url.search : undefined)} />
    </CardPage>
  );
}
