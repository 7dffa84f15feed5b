import type { auditLog, domainEvents } from "../schema/index.ts";
import { byTime } from "./data.ts";
import { createRandom } from "./random.ts";

type AuditRow = typeof auditLog.$inferInsert;

/** Row of the audit log to write. The actor is a user unless `actorKind` is set. */
export type Change = Omit<AuditRow, "id" | "requestId" | "actorKind" | "at"> & {
  actorKind?: AuditRow["actorKind"];
  at: Date;
};

export type DemoEvent = typeof domainEvents.$inferSelect;
export type Occurrence = Omit<DemoEvent, "id" | "sequence" | "version" | "heldUntil" | "dispatchedAt">;

export interface History {
  /** Adds a row to the audit log, one per change, as services do. */
  audit(change: Change): void;
  /** Records a domain event. */
  emit(event: Occurrence): void;
  /** All changes so far, oldest first. */
  auditRows(): AuditRow[];
  /** All events so far, oldest first and dispatched. The database also numbers them from 1. */
  events(): DemoEvent[];
}

/** Audit log and domain events of the demo, filled by the planners of the rows. */
export function createHistory(): History {
  const changes: Change[] = [];
  const occurrences: Occurrence[] = [];
  return {
    audit: (change) => changes.push(change),
    emit: (event) => occurrences.push(event),
    auditRows: () => {
      const random = createRandom("audit");
      return changes.toSorted(byTime(({ at }) => at)).map((change) => ({
        actorKind: "user",
        ...change,
        id: random.uuid(change.at),
        requestId: random.uuid(change.at),
      }));
    },
    events: () => {
      const random = createRandom("events");
      return occurrences.toSorted(byTime(({ occurredAt }) => occurredAt)).map((event, index) => ({
        ...event,
        id: random.uuid(event.occurredAt),
        sequence: BigInt(index + 1),
        version: 1,
        heldUntil: null,
        dispatchedAt: event.occurredAt,
      }));
    },
  };
}
