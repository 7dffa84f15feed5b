import type { BuildListQuery } from "@/app/_paths/build-list-query.ts";
import { describeDay } from "../labels/labels.ts";

/** Period of a list: "Since Jan 1, 2026"; undefined for all times. */
export function describeDays({ since, until }: BuildListQuery): string | undefined {
  if (since && until)
    return since === until ? describeDay(since) : `${describeDay(since)} – ${describeDay(until)}`;
  if (since) return `Since ${describeDay(since)}`;
  return until && `Until ${describeDay(until)}`;
}
