import { z } from "zod";
import { PLATFORMS } from "@/shared/vocabulary.ts";

export const AppPage = z.object({
  apps: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      platforms: z.array(z.enum(PLATFORMS)),
      createdAt: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type AppPage = z.output<typeof AppPage>;
