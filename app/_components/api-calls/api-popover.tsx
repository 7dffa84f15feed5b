"use client";

import { IconCode } from "@tabler/icons-react";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { usePopup } from "@/app/_ui/actions/use-popup.ts";
import type { ApiCall } from "./curl.ts";

export type ApiPopoverProps = ApiCall & {
  /** The equivalent CLI command: "cli builds list --app …". */
  cli?: string;
  /** Permission that the token needs. */
  permission?: string;
  /** Called on hover and focus, to load what the calls refer to. */
  onIntent?: () => void;
};

const load = () => import("./api-calls.tsx").then((module) => module.ApiCalls);
const ApiCalls = onDemand(load);

/** API popover: the REST request and CLI command equivalent to the page. */
export function ApiPopover({ onIntent, ...calls }: ApiPopoverProps) {
  const { button, popup } = usePopup("dialog", () => {
    onIntent?.();
    return load();
  });
  return (
    <>
      <PlainButton {...button}>
        <IconCode size={16} stroke={1.75} aria-hidden="true" />
        API
      </PlainButton>
      {popup && <ApiCalls {...calls} popup={popup} />}
    </>
  );
}
