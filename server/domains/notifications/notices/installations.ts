import { inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps } from "@/db/schema/index.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import type { NoticeDraft, NoticeEvent, NoticeText, ToNotices } from "./draft.ts";
import { findItemNames } from "./item-names.ts";

/** Notices of updates by rollouts. What a member changed is no news. */
export const toUpdateNotices: ToNotices<"installation.updated"> = (tx, events) =>
  groupByVersion(
    tx,
    events.filter(({ data }) => data.rolloutId),
    ({ version, previousVersion }, item, where) => {
      const isRollback = precedenceKey(version ?? "") < precedenceKey(previousVersion ?? "");
      return {
        kind: "INSTALLATION_UPDATED",
        title: `${item} was ${isRollback ? "rolled back" : "updated"} to ${version}`,
        detail: `From ${previousVersion} in ${where}.`,
      };
    },
  );

export const toHoldNotices: ToNotices<"installation.held"> = (tx, events) =>
  groupByVersion(tx, events, ({ heldVersion, reason }, item, where) => ({
    kind: "INSTALLATION_HELD",
    title: `Update of ${item} to ${heldVersion} is on hold`,
    detail: `${where} keeps its version. ${reason}`,
  }));

/** Notices of installed versions that were suspended or withdrawn. */
export const toUnavailableNotices: ToNotices<"installation.unavailable"> = (tx, events) =>
  groupByVersion(tx, events, ({ version, status, availableVersion }, item, where) => ({
    kind: "INSTALLATION_UNAVAILABLE",
    title: `${item} ${version} was ${status === "SUSPENDED" ? "suspended" : "withdrawn"}`,
    detail: `New builds of ${where} can’t use it. ${availableVersion ? `Install ${availableVersion} or uninstall it.` : "Uninstall it."}`,
  }));

type InstallationEvent = NoticeEvent<
  "installation.updated" | "installation.held" | "installation.unavailable"
>;

/** Notices about installations: one for each tenant, item and version, however many apps are concerned. */
async function groupByVersion<E extends InstallationEvent>(
  tx: Transaction,
  events: readonly E[],
  toText: (data: E["data"], item: string, where: string) => Pick<NoticeText, "kind" | "title" | "detail">,
): Promise<NoticeDraft[]> {
  const groups = new Map<string, [E, ...E[]]>();
  for (const event of events) {
    const { tenantId, data } = event;
    const { type, slug, version, previousVersion } = data;
    const heldVersion = "heldVersion" in data ? data.heldVersion : null;
    const key = JSON.stringify([tenantId, type, slug, version, previousVersion, heldVersion]);
    groups.set(key, [...(groups.get(key) ?? []), event] as [E, ...E[]]);
  }
  if (groups.size === 0) return [];
  const nameOf = await findItemNames(tx, events);
  const appNames = await findAppNames(tx, events);
  return [...groups.values()].map((group) => {
    const [event] = group;
    const appIds = [...new Set(group.flatMap(({ data }) => data.appId ?? []))];
    const where = describeApps(appIds.map((id) => appNames.get(id) ?? "an app"));
    const appPath = appIds.length === 1 ? `/apps/${appIds[0]}/plugins` : "/apps";
    return {
      ...toText(event.data, nameOf(event.data), where),
      event,
      path: appIds.length === 0 ? "/settings/system-plugins" : appPath,
      action: "View installations",
    };
  });
}

function describeApps([first, second, ...others]: string[]): string {
  if (!first) return "the workspace";
  if (!second) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} more apps`;
}

async function findAppNames(
  tx: Transaction,
  events: readonly InstallationEvent[],
): Promise<Map<string, string>> {
  const ids = events.flatMap(({ data }) => data.appId ?? []);
  const rows = await tx.select({ id: apps.id, name: apps.name }).from(apps).where(inArray(apps.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
