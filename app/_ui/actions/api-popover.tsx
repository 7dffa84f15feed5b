"use client";

import { IconCode } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { PlainButton } from "./button";
import type { ApiCall } from "./curl";
import { usePopup } from "./use-popup";

export type ApiPopoverProps = ApiCall & {
  /** The CLI's twin, if there is one: "cli builds list --app …". */
  cli?: string;
  /** What the token must be allowed to do. */
  permission?: string;
  /** Told when it is about to be opened: what it names may have to be asked for first. */
  onIntent?: () => void;
};

const load = () => import("./api-calls").then((module) => module.ApiCalls);
const ApiCalls = dynamic(load, { ssr: false });

/** "Use the API": what this page shows, as the request and the command that show the same. */
export function ApiPopover({ onIntent, ...calls }: ApiPopoverProps) {
  const { button, popup } = usePopup("dialog", () => {
    onIntent?.();
    return load();
  });
  return (
    <>
      <PlainButton {...button}>
        <IconCode size={16} stroke={1.75} aria-hidden="true" />
        Use the API
      </PlainButton>
      {popup && <ApiCalls {...calls} popup={popup} />}
    </>
  );
}
