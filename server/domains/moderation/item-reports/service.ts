import { and, desc, eq, getTableColumns } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { itemReports, listings, marketplaceItems, tenants, users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import type { CloseItemReport, CreateItemReport, ListItemReports } from "./input.ts";

/**
 * Reports a problem with an item of the marketplace to the moderators. For anyone, with or without a session; limited by the
 * client's address. The audit row leaves the text out.
 * @throws AppError `RATE_LIMITED`; `NOT_FOUND` for an item without an approved version
 */
export async function createItemReport(
  ctx: Context,
  { type, slug, reason, text }: CreateItemReport,
  address: string,
): Promise<{ id: string }> {
  await consumeRateLimit("report-address", address);
  return mutate(ctx, "item_report.create", async (tx) => {
    const [item] = await tx
      .select({ listingId: marketplaceItems.listingId })
      .from(marketplaceItems)
      .where(and(eq(marketplaceItems.type, type), eq(marketplaceItems.slug, slug)));
    if (!item) throw notFound("item");
    const id = ctx.newId();
    const reporterId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    await tx
      .insert(itemReports)
      .values({ id, listingId: item.listingId, reason, text, reporterId, reportedAt: ctx.now() });
    const after = { item: `${LISTING_TYPE_SEGMENTS[type]}/${slug}`, reason };
    return { result: { id }, audit: { type: "item_report", id, tenantId: null, after } };
  });
}

/** One page of the problem reports in a status, newest first. For Super Admins. */
export async function listItemReports(ctx: Context, { status, cursor, limit }: ListItemReports) {
  return read(requireSuperAdmin(ctx), async (tx) => {
    const closer = alias(users, "closer");
    const rows = await tx
      .select({
        ...getTableColumns(itemReports),
        type: listings.type,
        slug: listings.slug,
        name: listings.name,
        version: listings.version,
        publisher: tenants.name,
        reporterName: users.name,
        reporterEmail: users.email,
        closerName: closer.name,
      })
      .from(itemReports)
      .innerJoin(listings, eq(listings.id, itemReports.listingId))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(users, eq(users.id, itemReports.reporterId))
      .leftJoin(closer, eq(closer.id, itemReports.closedBy))
      .where(and(eq(itemReports.status, status), olderThan(cursor, itemReports.reportedAt, itemReports.id)))
      .orderBy(desc(itemReports.reportedAt), desc(itemReports.id))
      .limit(limit + 1);
    const { shown, nextCursor } = pageOf(rows, limit, ({ reportedAt, id }) => [reportedAt, id]);
    return {
      reports: shown.map(({ reporterId, reporterName, reporterEmail, closerName, ...row }) => ({
        ...row,
        reporter: reporterId
          ? { userId: reporterId, name: reporterName ?? "", email: reporterEmail ?? "" }
          : null,
        reportedAt: row.reportedAt.toISOString(),
        closedBy: closerName,
        closedAt: row.closedAt?.toISOString() ?? null,
      })),
      nextCursor,
    };
  });
}

const ACTIONS = { RESOLVED: "item_report.resolve", DISMISSED: "item_report.dismiss" } as const;

/**
 * Resolves or dismisses an open problem report, with a note. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` for a closed report
 */
export async function closeItemReport(
  ctx: Context,
  { reportId, status, note }: CloseItemReport,
): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, ACTIONS[status], async (tx) => {
    const [report] = await tx.select().from(itemReports).where(eq(itemReports.id, reportId)).for("update");
    if (!report) throw notFound("report");
    if (report.status !== "OPEN")
      throw invalidTransition(`The report is already ${report.status.toLowerCase()}.`);
    await tx
      .update(itemReports)
      .set({ status, note, closedBy: admin.actor.userId, closedAt: admin.now() })
      .where(eq(itemReports.id, reportId));
    const change = { before: { status: report.status }, after: { status, note } };
    return { result: undefined, audit: { type: "item_report", id: reportId, tenantId: null, ...change } };
  });
}
