import type { Metadata } from "next";
import { Notice } from "@/app/_components/frame/standalone-page.tsx";
import { ACCOUNT_PATH } from "@/app/_paths/account.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";

export const metadata: Metadata = { title: "Invalid link" };

export default function EmailLinkNotFound() {
  return (
    <Notice
      code="404"
      title="This link is no longer valid"
      description="It may have expired or been used. Request a new one in your account."
    >
      <ButtonLink href={ACCOUNT_PATH} variant="filled">
        Open account
      </ButtonLink>
    </Notice>
  );
}
