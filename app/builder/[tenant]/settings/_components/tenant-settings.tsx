"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { describeRole } from "@/app/_components/labels/labels.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { MAX_NAME_LENGTH, UUID_LENGTH } from "@/shared/bounds.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { RemoveMember } from "./remove-member";
import classes from "./settings.module.css";

type TenantSettingsProps = {
  tenant: { id: string; slug: string; name: string; role: TenantRole };
  self: { userId: string; name: string };
};

export function TenantSettings({ tenant, self }: TenantSettingsProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const { role } = tenant;
  return (
    <>
      <Section title="Details" isCard>
        <KeyValueList
          items={[
            ...(role === "OWNER" ? [] : [{ label: "Name", value: tenant.name }]),
            { label: "Slug", value: <CopyableId id={tenant.slug} label="slug" shownLength={64} /> },
            {
              label: "Workspace ID",
              value: <CopyableId id={tenant.id} label="workspace ID" shownLength={UUID_LENGTH} />,
            },
            { label: "Your role", value: describeRole(role).label },
          ]}
        />
      </Section>
      {role === "OWNER" && (
        <div className={classes.apart}>
          <RenameForm tenant={tenant.slug} name={tenant.name} />
        </div>
      )}
      <div className={classes.apart}>
        <Section title="Leave workspace" isCard>
          <div className={classes.leave}>
            <p>
              You lose access and your API tokens for this workspace stop working. The last owner can’t leave.
            </p>
            <Button variant="default" onClick={() => setIsLeaving(true)}>
              Leave workspace
            </Button>
          </div>
        </Section>
      </div>
      <RemoveMember
        tenant={tenant.slug}
        member={{ ...self, email: null, role, isSelf: true, joinedAt: "", lastUsedAt: null }}
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
      />
    </>
  );
}

function RenameForm({ tenant, name }: { tenant: string; name: string }) {
  const router = useRouter();
  const rename = trpc.tenants.rename.useMutation();
  const form = useForm({ initialValues: { name } });

  async function submit(values: typeof form.values) {
    await rename.mutateAsync({ tenant, ...values });
    notifications.show({ message: `Workspace renamed to ${values.name.trim()}` });
    router.refresh();
  }

  return (
    <form className={classes.card} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={rename.error} fields={["name"]} />
      <TextInput
        label="Name"
        description="The slug doesn’t change, so links keep working."
        required
        withAsterisk={false}
        maxLength={MAX_NAME_LENGTH}
        {...form.getInputProps("name")}
      />
      <div className={formClasses.buttons} style={{ justifyContent: "flex-start" }}>
        <Button type="submit" loading={rename.isPending} disabled={form.values.name.trim() === name}>
          Rename
        </Button>
      </div>
    </form>
  );
}
