"use client";

import {
  Button,
  Popover,
  PopoverDropdown,
  PopoverTarget,
  Tabs,
  TabsList,
  TabsPanel,
  TabsTab,
} from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./api-popover.module.css";
import { CopyableCode } from "./copyable-code";
import { type ApiCall, toCli, toCurl } from "./curl";

type ApiPopoverProps = ApiCall & {
  /** The CLI's twin, if there is one: "cli builds list --app …". */
  cli?: string;
  /** What the token must be allowed to do. */
  permission?: string;
};

/** "Use the API": what this page shows, as the request and the command that show the same. */
export function ApiPopover(props: ApiPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      width="min(34rem, calc(100vw - 2rem))"
      position="bottom-end"
      trapFocus
      withinPortal={false}
      returnFocus
    >
      <PopoverTarget>
        <Button
          variant="default"
          leftSection={<IconCode size={16} stroke={1.75} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Use the API
        </Button>
      </PopoverTarget>
      <PopoverDropdown aria-label="Use the API">{isOpen && <Calls {...props} />}</PopoverDropdown>
    </Popover>
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
        Reads the API token from <code>CLI_TOKEN</code>
        {permission && (
          <>
            , which needs the permission <code>{permission}</code>
          </>
        )}
        .
      </p>
    </div>
  );
}
