import { z } from "zod";
import type { PagePosition } from "@/server/core/pagination.ts";
import { PERMISSIONS, type Permission } from "@/shared/vocabulary.ts";

/** API token in a list, without the token itself. */
export interface TokenView {
  id: string;
  name: string;
  permissions: Permission[];
  lastFour: string;
  owner: string;
  isOwn: boolean;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

export interface TokensPage extends PagePosition {
  tokens: TokenView[];
  nextCursor: string | null;
}

/** Owner, tenant and current permissions of an API token. */
export const MeView = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.enum(PERMISSIONS)),
  expiresAt: z.string(),
});
export type MeView = z.output<typeof MeView>;
