import type { ACTOR_KINDS } from "@/db/schema/vocabulary.ts";

/** Who did something. `name` is what people call them, where it is known; a token's is followed by its owner's. */
export interface AuditActor {
  kind: (typeof ACTOR_KINDS)[number];
  id: string | null;
  name: string | null;
  /** The person behind it, if it is one or belongs to one. */
  userId: string | null;
}

/** Who did what to which thing, when, and what it was before and after. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: AuditActor;
  action: string;
  subject: { type: string; id: string };
  tenant: { id: string; slug: string; name: string } | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  nextCursor: string | null;
}
