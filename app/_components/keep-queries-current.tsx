"use client";

import { trpc } from "../_trpc/client";
import { KeepCurrent } from "../_ui/page/keep-current";

/** `KeepCurrent` for the dashboards, whose pages keep what they read in queries. */
export function KeepQueriesCurrent() {
  const utils = trpc.useUtils();
  return <KeepCurrent onOutdated={() => void utils.invalidate()} />;
}
