"use client";

import dynamic from "next/dynamic";
import { Dialog } from "../../../../_ui/actions/dialog";
import { formatCount } from "../../../../_ui/format";
import { ACTS } from "../decision/acts";
import type { BulkAct, Decided } from "./bulk-bar";
import type { QueuedListing } from "./queue-columns";

export type BulkDialogProps = {
  act: BulkAct | undefined;
  listings: readonly QueuedListing[];
  onClose: () => void;
  onDecided: (decided: Decided) => void;
};

/** Loads what is asked; `prepare` it where it can be opened. */
export const loadBulkForm = () => import("./bulk-form").then((module) => module.BulkForm);
const BulkForm = dynamic(loadBulkForm, { ssr: false });

/** Asks once for what is said to the publishers of all, and shows which they are. */
export function BulkDialog({ act, listings, onClose, onDecided }: BulkDialogProps) {
  return (
    <Dialog
      isOpen={act !== undefined}
      onClose={onClose}
      title={act ? `${ACTS[act].label} ${formatCount(listings.length, "listing")}` : ""}
    >
      {act && <BulkForm act={act} listings={listings} onClose={onClose} onDecided={onDecided} />}
    </Dialog>
  );
}
