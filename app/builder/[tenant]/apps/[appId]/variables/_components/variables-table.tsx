"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlus, IconVariable } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { ConfirmDialog, Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { actionsColumn, type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import classes from "./variables.module.css";

const loadVariableForm = () => import("./variable-form").then((module) => module.VariableForm);
const VariableForm = onDemand(loadVariableForm);

export type Variable = RouterOutputs["variables"]["list"][number];
export type VariablesApp = Pick<RouterOutputs["apps"]["get"], "id" | "platforms">;

type VariablesTableProps = { tenant: string; app: VariablesApp };

export function VariablesTable({ tenant, app }: VariablesTableProps) {
  const [variables] = trpc.variables.list.useSuspenseQuery({ tenant, appId: app.id });
  // Kept while a dialog closes, so that its text stays.
  const [chosen, setChosen] = useState<Variable>();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const choose = (action: "edit" | "delete") => (variable: Variable) => {
    setChosen(variable);
    setOpen(action);
  };
  return (
    <>
      <DataTable
        caption="Variables by name"
        columns={variableColumns({ onEdit: choose("edit"), onDelete: choose("delete") })}
        rows={variables}
        rowKey={({ name }) => name}
        empty={
          <EmptyState
            icon={<IconVariable size={20} stroke={1.6} />}
            title="No variables yet"
            description="Use variables for configuration, and secrets for tokens and signing keys."
            action={<NewVariableButton />}
          />
        }
      />
      <NewVariableDialog tenant={tenant} app={app} />
      {chosen && (
        <>
          <Dialog isOpen={open === "edit"} onClose={close} title={`Edit ${chosen.name}`} size={520}>
            <VariableForm tenant={tenant} app={app} variable={chosen} onDone={close} />
          </Dialog>
          <DeleteVariable
            tenant={tenant}
            appId={app.id}
            variable={chosen}
            isOpen={open === "delete"}
            onClose={close}
          />
        </>
      )}
    </>
  );
}

function NewVariableDialog({ tenant, app }: VariablesTableProps) {
  const { isOpen } = newVariable.useState();
  useEffect(() => newVariable.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={newVariable.close} title="New variable" size={520}>
      <VariableForm tenant={tenant} app={app} onDone={newVariable.close} />
    </Dialog>
  );
}

type VariableActions = { onEdit: (variable: Variable) => void; onDelete: (variable: Variable) => void };

function variableColumns({ onEdit, onDelete }: VariableActions): Column<Variable>[] {
  return [
    { key: "name", header: "Name", isWide: true, cell: ({ name }) => <code>{name}</code> },
    { key: "value", header: "Value", cell: (variable) => <VariableValue variable={variable} /> },
    { key: "platforms", header: "Platforms", cell: ({ platforms }) => describePlatforms(platforms) },
    {
      key: "updated",
      header: "Updated",
      align: "end",
      cell: ({ updatedAt, updatedBy }) => (
        <span title={updatedBy ? `By ${updatedBy}` : undefined}>
          <RelativeTime value={updatedAt} />
        </span>
      ),
    },
    actionsColumn((variable) => (
      <span className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Edit ${variable.name}`}
          onClick={() => onEdit(variable)}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={`Delete ${variable.name}`}
          onClick={() => onDelete(variable)}
        >
          Delete
        </Button>
      </span>
    )),
  ];
}

function VariableValue({ variable: { isSecret, value } }: { variable: Variable }) {
  if (isSecret) return <span className={classes.secret}>Secret</span>;
  return (
    <code>
      <ClippedText text={value ?? ""} width="16rem" />
    </code>
  );
}

const describePlatforms = (platforms: Variable["platforms"]): string =>
  platforms.length === 0 ? "All" : platforms.map(describePlatform).join(", ");

export const newVariable = createDisclosure();

export function NewVariableButton() {
  return (
    <PlainButton variant="filled" preload={loadVariableForm} onClick={newVariable.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New variable
    </PlainButton>
  );
}

/** Code of the form, loaded on hover and focus of what opens it. */

type DeleteVariableProps = {
  tenant: string;
  appId: string;
  variable: Variable;
  isOpen: boolean;
  onClose: () => void;
};

function DeleteVariable({ tenant, appId, variable, isOpen, onClose }: DeleteVariableProps) {
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
