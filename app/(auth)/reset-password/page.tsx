import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CardPage, Notice } from "@/app/_components/frame/standalone-page.tsx";
import { api, nullIfRateLimited, orNotFound } from "@/app/_trpc/server.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { ResetPasswordForm } from "./_components/reset-password-form.tsx";

export const metadata: Metadata = {
  title: "Choose a new password",
  robots: { index: false },
  referrer: "no-referrer",
};

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [token = ""] = readValues(await searchParams, "token");
  const link = await orNotFound(nullIfRateLimited(api.emailLinks.get({ token })));
  if (!link) return <Notice title="Too many attempts" description="Try again in 15 minutes." />;
  if (link.kind !== "RESET_PASSWORD") notFound();
  return (
    <CardPage
      title="Choose a new password"
      lead={
        link.isVerified
          ? `For ${link.email}. All sessions are signed out.`
          : `For ${link.email}. An account with this address was never verified.`
      }
    >
      <ResetPasswordForm token={token} link={link} />
    </CardPage>
  );
}
