import { toTypeSegment } from "@/app/_components/labels/listing-type.tsx";
import {
  AUDIT_PATH,
  BILLING_PATH,
  channelPath,
  QUEUE_PATH,
  REPORTS_PATH,
  TENANTS_PATH,
  USERS_PATH,
} from "@/app/_paths/admin.ts";
import { listHref } from "@/app/_ui/list/list-url.ts";
import type { TenantState } from "@/server/domains/accounts/tenants/input.ts";
import type { UserState } from "@/server/domains/accounts/users/input.ts";
import type { ListAuditEntries } from "@/server/domains/audit/input.ts";
import type { QUEUE_MARKS, SUBMISSION_KINDS } from "@/server/domains/moderation/input.ts";
import type {
  BillingEventState,
  DeliveryState,
  ListingType,
  PaymentProvider,
  ReportStatus,
} from "@/shared/vocabulary.ts";

// The URL of a list holds its filters and its cursor, together called its view. The inputs below are shared by the server's
// prefetch and the browser's query, so that both have the same key.

type Paged = { cursor?: string | undefined };

const toCursorInput = ({ cursor }: Paged): { cursor?: string } => (cursor ? { cursor } : {});

export const AUDIT_FILTERS = ["actor", "by", "action", "tenant", "subject", "since", "until"] as const;
export type AuditFilterValues = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;
export type AuditView = AuditFilterValues & Paged;
type AuditInput = Omit<AuditView, "by"> & Pick<ListAuditEntries, "by">;

export const auditHref = (view: AuditView): string => listHref(AUDIT_PATH, { ...view });

export const auditExportHref = ({ cursor: _, ...filters }: AuditView, format: "csv" | "jsonl"): string =>
  listHref("/api/exports/audit", { ...filters, format });

export const auditInput = (view: AuditView) =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value)) as AuditInput;

export type EventsView = Paged & { state: BillingEventState[]; provider: PaymentProvider[] };

export const eventsHref = ({ state, provider, cursor }: Partial<EventsView>): string =>
  listHref(BILLING_PATH, { state, provider, cursor });

export const eventsInput = ({ state, provider, cursor }: EventsView) => ({
  state,
  provider,
  ...toCursorInput({ cursor }),
});

export type DeliveriesView = Paged & { channelId: string; state: DeliveryState[] };

export const deliveriesHref = ({ channelId, state, cursor }: DeliveriesView): string =>
  listHref(channelPath(channelId), { state, cursor });

export const deliveriesInput = ({ channelId, state, cursor }: DeliveriesView) => ({
  channelId,
  state,
  ...toCursorInput({ cursor }),
});

export type QueueView = Paged & {
  type: ListingType[];
  kind: (typeof SUBMISSION_KINDS)[number][];
  marks: (typeof QUEUE_MARKS)[number][];
  publisher?: string | undefined;
};

export const queueHref = ({ type, kind, marks, publisher, cursor }: QueueView): string =>
  listHref(QUEUE_PATH, { type: type.map(toTypeSegment), kind, only: marks, publisher, cursor });

export const queueInput = ({ type, kind, marks, publisher, cursor }: QueueView) => ({
  type,
  kind,
  marks,
  ...(publisher && { publisher }),
  ...toCursorInput({ cursor }),
});

export type TenantsView = Paged & { search: string; state: TenantState[] };

export const tenantsHref = ({ search, state, cursor }: Partial<TenantsView>): string =>
  listHref(TENANTS_PATH, { q: search, state, cursor });

export const tenantsInput = ({ search, state, cursor }: TenantsView) => ({
  search,
  state,
  ...toCursorInput({ cursor }),
});

export type UsersView = Paged & { search: string; state: UserState[]; onlySuperAdmins: boolean };

/** Query parameters of the list of users, without the search and the cursor. */
export const usersQuery = ({ state, onlySuperAdmins }: Partial<UsersView>) => ({
  state,
  role: onlySuperAdmins ? "super-admin" : undefined,
});

export const usersHref = ({ search, cursor, ...view }: Partial<UsersView>): string =>
  listHref(USERS_PATH, { q: search, ...usersQuery(view), cursor });

export const usersInput = ({ search, state, onlySuperAdmins, cursor }: UsersView) => ({
  search,
  state,
  onlySuperAdmins,
  ...toCursorInput({ cursor }),
});

/** State of the list of problem reports, held by its URL. */
export type ReportsView = { status: ReportStatus; cursor?: string | undefined };

export const REPORT_STATUS_LABELS: Record<ReportStatus, string> = {
  OPEN: "Open",
  RESOLVED: "Resolved",
  DISMISSED: "Dismissed",
};

export const reportsHref = ({ status, cursor }: ReportsView): string =>
  listHref(REPORTS_PATH, { status: status === "OPEN" ? undefined : status, cursor });

export const reportsInput = ({ status, cursor }: ReportsView) => ({ status, ...(cursor && { cursor }) });
