"use client";

import { Button } from "@mantine/core";
import formClasses from "../../../../_components/forms/form.module.css";
import { CopyableCode } from "../../../../_ui/actions/copyable-code";
import { useOrigin } from "../../../_components/use-origin";
import classes from "./tokens.module.css";

type ShownTokenProps = { token: string; tenantId: string; onDone: () => void };

export function ShownToken({ token, tenantId, onDone }: ShownTokenProps) {
  const origin = useOrigin();
  const toExports = (secret: string) => `export CLI_API_URL=${origin}\nexport CLI_TOKEN=${secret}`;
  const example = [
    "curl \\",
    '  -H "Authorization: Bearer $CLI_TOKEN" \\',
    `  -H 'X-Tenant-Id: ${tenantId}' \\`,
    '  "$CLI_API_URL/api/apps/THE-ID-OF-AN-APP/builds"',
  ].join("\n");
  return (
    <div className={formClasses.form}>
      <p className={classes.once} role="status">
        This is the only time the token is shown. Keep it where you keep passwords.
      </p>
      <div className={classes.step}>
        <h3>Token</h3>
        <CopyableCode code={token} label="Token" />
      </div>
      <div className={classes.step}>
        <h3>For the CLI and for curl</h3>
        <CopyableCode code={toExports(token)} shown={toExports(abbreviate(token))} label="Export lines" />
        <CopyableCode code={example} label="curl command" />
      </div>
      <div className={formClasses.buttons}>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </div>
  );
}

/** Enough to recognise it by; the list shows the same last four characters. */
const abbreviate = (token: string): string => `${token.slice(0, 8)}…${token.slice(-4)}`;
