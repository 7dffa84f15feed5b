"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { STATE_DESCRIPTIONS } from "@/app/admin/_components/state-badges.tsx";
import { canIgnoreEvent, canReprocessEvent } from "@/server/domains/billing/policy.ts";
import { MAX_REASON_LENGTH } from "@/shared/bounds.ts";
import type { BillingEventState } from "@/shared/vocabulary.ts";
import { DryRunResult } from "./dry-run-result";
import classes from "./event.module.css";

type RepairPanelProps = {
  eventId: string;
  state: BillingEventState;
  reason: string | null;
  isRedacted: boolean;
  tenant: string;
};

/** State of a billing event, with the actions that repair it. */
export function RepairPanel({ eventId, state, reason, isRedacted, tenant: known }: RepairPanelProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [tenant, setTenant] = useState("");
  const [why, setWhy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const dryRun = trpc.adminBilling.dryRun.useMutation();
  const processAgain = trpc.adminBilling.reprocess.useMutation();
  const ignore = trpc.adminBilling.ignore.useMutation();
  const isBusy = dryRun.isPending || processAgain.isPending || ignore.isPending;
  const input = { eventId, ...(tenant.trim() && { tenant: tenant.trim() }) };

  async function perform(run: () => Promise<unknown>, done?: string): Promise<void> {
    setProblem(undefined);
    try {
      await run();
      if (!done) return;
      notifications.show({ message: done });
      dryRun.reset();
      setWhy(undefined);
      await utils.adminBilling.events.invalidate();
      router.refresh();
      // Processing is a job; the page shows its result with a second refresh.
      setTimeout(() => router.refresh(), REFRESH_DELAY_MS);
    } catch (error) {
      setProblem(readProblem(error).message);
    }
  }

  return (
    <section className={classes.panel} aria-label="Status">
      <p className={classes.sentence}>{STATE_DESCRIPTIONS[state]}</p>
      {reason && (
        <p className={classes.why} data-tone={state === "FAILED" ? "bad" : undefined}>
          {reason}
        </p>
      )}
      {!isRedacted && (
        <TextInput
          label="Workspace"
          description="Slug. Required only if the event names no workspace."
          placeholder={known || "acme"}
          value={tenant}
          onChange={(change) => setTenant(change.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {problem && (
        <p role="alert" className={classes.why} data-tone="bad">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        {!isRedacted && (
          <Button
            variant="default"
            disabled={isBusy}
            loading={dryRun.isPending}
            onClick={() => void perform(() => dryRun.mutateAsync(input))}
          >
            Dry run
          </Button>
        )}
        {!isRedacted && canReprocessEvent(state) && (
          <Button
            disabled={isBusy}
            loading={processAgain.isPending}
            onClick={() => void perform(() => processAgain.mutateAsync(input), "Event queued for processing")}
          >
            Reprocess
          </Button>
        )}
        {canIgnoreEvent(state) && why === undefined && (
          <Button variant="default" disabled={isBusy} onClick={() => setWhy("")}>
            Ignore…
          </Button>
        )}
      </div>
      {why !== undefined && (
        <form
          className={classes.buttons}
          onSubmit={(submitted) => {
            submitted.preventDefault();
            void perform(() => ignore.mutateAsync({ eventId, reason: why }), "Event ignored");
          }}
        >
          <Textarea
            label="Reason"
            required
            withAsterisk={false}
            autosize
            minRows={2}
            maxLength={MAX_REASON_LENGTH}
            value={why}
            onChange={(change) => setWhy(change.currentTarget.value)}
          />
          <Button type="submit" color="red" disabled={why.trim() === ""} loading={ignore.isPending}>
            Ignore event
          </Button>
          <Button variant="default" onClick={() => setWhy(undefined)}>
            Cancel
          </Button>
        </form>
      )}
      {dryRun.data && <DryRunResult dryRun={dryRun.data} />}
    </section>
  );
}

const REFRESH_DELAY_MS = 1_500;
