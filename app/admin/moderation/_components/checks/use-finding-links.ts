"use client";

import {
  type Checks,
  type Finding,
  groupFindings,
  type PlaceLink,
} from "@/app/_components/findings/findings.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { revealMarkedLine } from "@/app/admin/moderation/_components/diff/code-line.tsx";
import { OPEN_FILE_ID, useFilesView } from "../files/use-files-view";

/** Links of findings to their line in the file browser, and the keys that go from one to the next. */
export function useFindingLinks(
  checks: Pick<Checks, "findings" | "rules" | "listingId">,
  hasArchive: boolean,
): (finding: Finding) => PlaceLink | undefined {
  const { listingId } = checks;
  const [view, setView, hrefOf] = useFilesView();
  // Archives are immutable, so the query never becomes stale.
  const { data: archive } = trpc.adminModeration.files.useQuery(
    { listingId },
    { enabled: hasArchive, staleTime: Number.POSITIVE_INFINITY },
  );

  const isOpen = (finding: Finding) =>
    finding.path === view.file && (finding.line ?? undefined) === view.line;

  /** The place of a finding may also be a field of the submission, or a path that was shortened. */
  function linkOf(finding: Finding): PlaceLink | undefined {
    const file = archive?.files.find(({ path, change }) => path === finding.path && change !== "removed");
    if (!file) return undefined;
    const change = {
      file: file.path,
      line: finding.line ?? undefined,
      ...(file.change === "same" && { shown: "all" as const }),
    };
    return {
      href: hrefOf(change),
      open: () => {
        if (isOpen(finding)) return revealMarkedLine();
        document.getElementById(OPEN_FILE_ID)?.focus();
        setView(change);
      },
    };
  }

  function step(by: 1 | -1) {
    const linked = groupFindings(checks)
      .flatMap(({ found }) => found)
      .filter((finding) => linkOf(finding) !== undefined);
    const at = linked.findIndex(isOpen);
    const next = at < 0 && by < 0 ? linked.at(-1) : linked.at((at + by) % linked.length);
    if (next) linkOf(next)?.open();
  }

  useShortcuts("Findings", [
    { keys: ".", label: "Next finding", run: () => step(1) },
    { keys: ",", label: "Previous finding", run: () => step(-1) },
  ]);

  return linkOf;
}
