"use client";

import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Kbd } from "@/app/_ui/keyboard/kbd.tsx";
import classes from "./decision-panel.module.css";
import type { ReviewClaim } from "./use-claim";

type ClaimNoticeProps = { claim: NonNullable<ReviewClaim>; isBusy: boolean; onTakeOver: () => void };

/** Notice of another moderator's claim, with the action to take it over. */
export function ClaimNotice({ claim, isBusy, onTakeOver }: ClaimNoticeProps) {
  return (
    <div className={classes.claim} role="status">
      <p>
        <IconEye size={16} stroke={1.75} aria-hidden="true" />
        <span>
          <strong>{claim.name}</strong> started reviewing <RelativeTime value={claim.since} />.
        </span>
      </p>
      <Button
        fullWidth
        variant="default"
        loading={isBusy}
        onClick={onTakeOver}
        rightSection={<Kbd keys="t" />}
        justify="space-between"
      >
        Take over
      </Button>
    </div>
  );
}
