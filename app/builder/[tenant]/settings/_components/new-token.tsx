"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { useOrigin } from "@/app/_ui/data/clock.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import type { Permission } from "@/shared/vocabulary.ts";
import classes from "./tokens.module.css";

const load = () => import("./new-token-form").then((module) => module.NewTokenForm);
const NewTokenForm = onDemand(load);

const newToken = createDisclosure();

export function NewTokenButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={newToken.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New token
    </PlainButton>
  );
}

type NewTokenDialogProps = { tenant: { id: string; slug: string }; permissions: Permission[] };

/** Dialog that `NewTokenButton` opens: the form, then the token, which is shown once. */
export function NewTokenDialog({ tenant, permissions }: NewTokenDialogProps) {
  const { isOpen } = newToken.useState();
  const [token, setToken] = useState<string>();
  useEffect(() => newToken.close, []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={newToken.close}
      onClosed={() => setToken(undefined)}
      title={token ? "Copy your token" : "New token"}
      size={520}
      isLocked={token !== undefined}
    >
      {token ? (
        <ShownToken token={token} tenantId={tenant.id} onDone={newToken.close} />
      ) : (
        <NewTokenForm
          tenant={tenant.slug}
          permissions={permissions}
          onCreated={setToken}
          onCancel={newToken.close}
        />
      )}
    </Dialog>
  );
}

type ShownTokenProps = { token: string; tenantId: string; onDone: () => void };

function ShownToken({ token, tenantId, onDone }: ShownTokenProps) {
  const origin = useOrigin();
  const toExports = (secret: string) => `export CLI_API_URL=${origin}\nexport CLI_TOKEN=${secret}`;
  const example = [
    "curl \\",
    '  -H "Authorization: Bearer $CLI_TOKEN" \\',
    `  -H 'X-Tenant-Id: ${tenantId}' \\`,
    '  "$CLI_API_URL/api/apps/APP_ID/builds"',
  ].join("\n");
  return (
    <div className={formClasses.form}>
      <Callout role="status" isInset>
        <p>This token is shown once. Store it in a password manager or secret store.</p>
      </Callout>
      <div className={classes.step}>
        <h3>Token</h3>
        <CopyableCode code={token} label="Token" />
      </div>
      <div className={classes.step}>
        <h3>Use with the CLI and curl</h3>
        <CopyableCode
          code={toExports(token)}
          shown={toExports(abbreviate(token))}
          label="Environment variables"
        />
        <CopyableCode code={example} label="curl command" />
      </div>
      <div className={formClasses.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

const abbreviate = (token: string): string => `${token.slice(0, 8)}…${token.slice(-4)}`;
