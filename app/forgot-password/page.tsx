import type { Metadata } from "next";
import { isMailAvailable } from "@/server/mail/settings.ts";
import { CardPage } from "../_ui/frame/standalone-page";
import { Link } from "../_ui/page/link";
import { ForgotPasswordForm } from "./_components/forgot-password-form";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  return (
    <CardPage title="Forgot password?" foot={<Link href="/sign-in">Back to sign-in</Link>}>
      {isMailAvailable() ? (
        <ForgotPasswordForm />
      ) : (
        <p>This server can’t send email. Ask your administrator for a reset link.</p>
      )}
    </CardPage>
  );
}
