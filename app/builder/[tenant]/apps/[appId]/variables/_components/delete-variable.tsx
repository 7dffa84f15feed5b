"use client";

import { notifications } from "@mantine/notifications";
import { trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import type { Variable } from "./variables-table";

type DeleteVariableProps = {
  tenant: string;
  appId: string;
  variable: Variable;
  isOpen: boolean;
  onClose: () => void;
};

export function DeleteVariable({ tenant, appId, variable, isOpen, onClose }: DeleteVariableProps) {
  const utils = trpc.useUtils();
  const remove = trpc.variables.delete.useMutation();
  const { name } = variable;

  async function confirm() {
    await withProblemMessage(remove.mutateAsync({ tenant, appId, name }));
    await utils.variables.list.invalidate({ tenant, appId });
    notifications.show({ message: `${name} deleted` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${name}?`}
      effects={["New builds run without it", "Builds that have started keep it"]}
      isDestructive
      confirmLabel="Delete variable"
      onConfirm={confirm}
    >
      {variable.isSecret ? "Its value can’t be recovered." : "This can’t be undone."}
    </ConfirmDialog>
  );
}
