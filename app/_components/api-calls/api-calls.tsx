"use client";

import { Tabs, TabsList, TabsPanel, TabsTab } from "@mantine/core";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { PopupPanel } from "@/app/_ui/actions/popup-panel.tsx";
import type { PopupProps } from "@/app/_ui/actions/use-popup.ts";
import classes from "./api-calls.module.css";
import type { ApiPopoverProps } from "./api-popover.tsx";
import { toCli, toCurl } from "./curl.ts";

/** Lazily loaded panel of `ApiPopover`. */
export function ApiCalls({ popup, ...calls }: ApiPopoverProps & { popup: PopupProps }) {
  return (
    <PopupPanel {...popup} label="API" width="min(34rem, calc(100vw - 2rem))">
      <Calls {...calls} />
    </PopupPanel>
  );
}

function Calls({ cli, permission, ...call }: ApiPopoverProps) {
  const origin = window.location.origin;
  return (
    <div className={classes.calls}>
      <Tabs defaultValue="curl">
        <TabsList>
          <TabsTab value="curl">curl</TabsTab>
          {cli && <TabsTab value="cli">cli</TabsTab>}
        </TabsList>
        <TabsPanel value="curl" className={classes.panel}>
          <CopyableCode code={toCurl(call, origin)} label="curl command" />
        </TabsPanel>
        {cli && (
          <TabsPanel value="cli" className={classes.panel}>
            <CopyableCode code={toCli(cli, origin)} label="cli command" />
          </TabsPanel>
        )}
      </Tabs>
      <p className={classes.note}>
        Uses the API token in <code>CLI_TOKEN</code>
        {permission && (
          <>
            {" "}
            with permission <code>{permission}</code>
          </>
        )}
        .
      </p>
    </div>
  );
}
