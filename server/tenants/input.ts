import { z } from "zod";
import { lineOfText } from "../text.ts";

/** The tenant that a person looks at now, by its slug. */
export const RememberTenant = z.object({ tenant: z.string().max(64) });

export const TenantName = z.object({ name: lineOfText(80) });
