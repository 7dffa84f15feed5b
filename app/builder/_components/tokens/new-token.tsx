"use client";

import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import type { Permission } from "@/db/schema/vocabulary.ts";
import { PlainButton } from "../../../_ui/actions/button";
import { Dialog } from "../../../_ui/actions/dialog";
import { createDisclosure } from "../../../_ui/actions/disclosure";
import { ShownToken } from "./shown-token";

const load = () => import("./new-token-form").then((module) => module.NewTokenForm);
const NewTokenForm = dynamic(load, { ssr: false });

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

/** The form, and then the token, which is seen here and never again. Once on the page, whatever its list shows. */
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
