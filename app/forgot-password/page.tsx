import type { Metadata } from "next";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { CardPage } from "../_ui/frame/card-page";
import { Link } from "../_ui/page/link";
import { ForgotPasswordForm } from "./_components/forgot-password-form";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  const foot = <Link href="/sign-in">Back to sign-in</Link>;
  if (isMailAvailable()) return <ForgotPasswordForm foot={foot} />;
  return (
    <CardPage title="Forgot password?" foot={foot}>
      <p>This server can’t send email. Ask your administrator for a reset link.</p>
    </CardPage>
  );
}
