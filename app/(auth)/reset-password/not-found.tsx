import type { Metadata } from "next";
import { Notice } from "@/app/_components/frame/standalone-page.tsx";
import { FORGOT_PASSWORD_PATH, SIGN_IN_PATH } from "@/app/_paths/account.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";

export const metadata: Metadata = { title: "Invalid link" };

export default function ResetLinkNotFound() {
  return (
    <Notice
      code="404"
      title="This link is no longer valid"
      description="It may have expired or been used. Request a new one."
    >
      <ButtonLink href={FORGOT_PASSWORD_PATH} variant="filled">
        Request new link
      </ButtonLink>
      <ButtonLink href={SIGN_IN_PATH}>Sign in</ButtonLink>
    </Notice>
  );
}
