import { z } from "zod";
import { PERMISSIONS } from "@/shared/vocabulary.ts";

/** Owner, tenant and current permissions of an API token. */
export const MeView = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.enum(PERMISSIONS)),
  expiresAt: z.string(),
});
export type MeView = z.output<typeof MeView>;
