import { z } from "zod";

/** The tenant that a person looks at now, by its slug. */
export const RememberTenant = z.object({ tenant: z.string().max(64) });
