import type { Metadata } from "next";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { Notice } from "./_components/frame/standalone-page.tsx";
import { ButtonLink } from "./_ui/actions/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <Notice
      code="404"
      title="Page not found"
      description="Check the URL, or sign in with an account that has access."
    >
      <ButtonLink href="/">Go to home page</ButtonLink>
      <ButtonLink href={BUILDER_PATH}>Open Builder</ButtonLink>
    </Notice>
  );
}
