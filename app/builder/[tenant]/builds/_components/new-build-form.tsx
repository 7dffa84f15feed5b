"use client";

import { SegmentedControl, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import classes from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { buildPath } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { MAX_APP_VERSION_LENGTH, MAX_GIT_REF_LENGTH } from "@/shared/bounds.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import type { BuildableApp } from "./new-build";

type NewBuildFormProps = { tenant: string; app: BuildableApp; onDone: () => void };

export function NewBuildForm({ tenant, app, onDone }: NewBuildFormProps) {
  const queue = trpc.builds.queue.useMutation();
  const newest = trpc.builds.list.useQuery({ tenant, appId: app.id, limit: 1 });
  const form = useForm({
    initialValues: { platform: app.platforms[0] ?? "ANDROID", version: "", gitRef: "" },
  });
  const lastVersion = newest.data?.builds[0]?.version;

  async function submit(values: typeof form.values) {
    const build = await queue.mutateAsync({ tenant, appId: app.id, ...values });
    onDone();
    notifications.show({
      message: (
        <>
          <Link href={buildPath(tenant, { id: build.id, app })}>Build #{build.number}</Link> of{" "}
          <bdi>{app.name}</bdi> queued
        </>
      ),
    });
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={queue.error} fields={Object.keys(form.values)} />
      {app.platforms.length > 1 && (
        <fieldset className={classes.group}>
          <legend className={classes.legend}>Platform</legend>
          <SegmentedControl
            fullWidth
            data={app.platforms.map((platform) => ({ value: platform, label: describePlatform(platform) }))}
            value={form.values.platform}
            onChange={(platform) => form.setFieldValue("platform", platform as Platform)}
          />
        </fieldset>
      )}
      <TextInput
        data-autofocus
        label="Version"
        description={lastVersion ? `Latest build: ${lastVersion}` : "For example 2.4.0"}
        required
        maxLength={MAX_APP_VERSION_LENGTH}
        {...form.getInputProps("version")}
      />
      <TextInput
        label="Git ref"
        description="Branch, tag or commit. Defaults to the default branch."
        spellCheck={false}
        autoCapitalize="off"
        maxLength={MAX_GIT_REF_LENGTH}
        {...form.getInputProps("gitRef")}
      />
      <FormButtons submit="Queue build" isPending={queue.isPending} onCancel={onDone} />
    </form>
  );
}
