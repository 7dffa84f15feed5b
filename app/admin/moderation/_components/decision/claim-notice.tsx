import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { RelativeTime } from "../../../../_ui/data/time";
import { Kbd } from "../../../../_ui/keyboard/kbd";
import classes from "./decision-panel.module.css";
import type { ReviewClaim } from "./use-claim";

type ClaimNoticeProps = { claim: NonNullable<ReviewClaim>; isBusy: boolean; onTakeOver: () => void };

/** Says that somebody else is at it, and offers to take over. */
export function ClaimNotice({ claim, isBusy, onTakeOver }: ClaimNoticeProps) {
  return (
    <div className={classes.claim} role="status">
      <p>
        <IconEye size={16} stroke={1.75} aria-hidden="true" />
        <span>
          <strong>{claim.name}</strong> is reviewing this, since <RelativeTime value={claim.since} />. What
          you would decide now would cross their work.
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
