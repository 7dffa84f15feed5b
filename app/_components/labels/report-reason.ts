import type { ReportReason } from "@/shared/vocabulary.ts";

const LABELS: Record<ReportReason, string> = {
  HARMFUL: "Harmful or malicious code",
  PRIVACY: "Collects or sends data without consent",
  BROKEN: "Doesn’t work as described",
  COPYRIGHT: "Copyright infringement",
  MISLEADING: "Misleading or spam",
  OTHER: "Something else",
};

export const describeReportReason = (reason: ReportReason): string => LABELS[reason];
