import type { Metadata } from "next";
import { CardPage } from "@/app/_components/frame/standalone-page.tsx";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { ForgotPasswordForm } from "./_components/forgot-password-form";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  const foot = <Link href={SIGN_IN_PATH}>Back to sign-in</Link>;
  if (isMailAvailable()) return <ForgotPasswordForm foot={foot} />;
  return (
    <CardPage title="Forgot password?" foot={foot}>
      <p>This server can’t send email. Ask your administrator for a reset link.</p>
    </CardPage>
  );
}
