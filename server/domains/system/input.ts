import { z } from "zod";
import { pageFields } from "@/shared/text/fields.ts";

export const ListDeadJobs = z.object(pageFields(50));
export type ListDeadJobs = z.output<typeof ListDeadJobs>;

export const JobKey = z.object({
  jobId: z.string().regex(/^[1-9]\d{0,17}$/, "must be the ID of a job"),
});
