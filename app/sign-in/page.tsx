import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { getSessionUser, signInProviders } from "@/server/auth.ts";
import { Brand } from "../_ui/frame/brand";
import { safeCallbackUrl } from "./_components/safe-callback-url";
import { SignInForm } from "./_components/sign-in-form";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = {
  searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;
};

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error } = await searchParams;
  const target = safeCallbackUrl(callbackUrl);
  if (await getSessionUser()) redirect(target);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Link href="/" className={classes.home}>
          <Brand />
        </Link>
        <h1 className={classes.title}>Sign in</h1>
        <SignInForm
          callbackUrl={target}
          providers={signInProviders()}
          errorCode={Array.isArray(error) ? error[0] : error}
        />
      </div>
    </main>
  );
}
