import { Dot, type Tone } from "@/app/_ui/data/dot.tsx";
import type { Worker } from "./workers-table";

const STATES: Record<Worker["state"], { tone: Tone; label: string }> = {
  ONLINE: { tone: "ok", label: "Online" },
  BUSY: { tone: "info", label: "Busy" },
  DRAINING: { tone: "warn", label: "Draining" },
  OFFLINE: { tone: "bad", label: "Offline" },
  REPORTS_ONLY: { tone: "idle", label: "Reports only" },
};

export function WorkerStateBadge({ worker: { state } }: { worker: Worker }) {
  const { tone, label } = STATES[state];
  return <Dot tone={tone}>{label}</Dot>;
}
