import type { ReportReason } from "@/db/schema/vocabulary.ts";

const LABELS: Record<ReportReason, string> = {
  HARMFUL: "Harmful or malicious code",
  PRIVACY: "Collects or sends data without consent",
  BROKEN: "Does not work as described",
  COPYRIGHT: "Copies the work of others",
  MISLEADING: "Misleading or spam",
  OTHER: "Something else",
};

export const describeReportReason = (reason: ReportReason): string => LABELS[reason];
