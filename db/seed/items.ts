import { appPlugins, type ListingStatus, type ListingType, systemPlugins, themes } from "../schema/index.ts";
import { readRows } from "./data.ts";

/** A registered plugin or theme with its versions, oldest first; without versions it is not listed. */
export interface DemoItem {
  type: ListingType;
  id: string;
  tenantId: string;
  slug: string;
  name: string;
  description: string;
  createdAt: Date;
  themeConfig?: unknown;
  versions: DemoVersion[];
}

export interface DemoVersion {
  version: string;
  submittedAt: Date;
  changelog?: string;
  /** In order; none while the version is pending. */
  decisions: Decision[];
  /** Look of a theme in this version, if it changed later. */
  themeConfig?: unknown;
}

export interface Decision {
  action: Exclude<ListingStatus, "PENDING_APPROVAL">;
  /** Time since the submission or the previous decision. */
  afterHours: number;
  /** One of the moderators' typed reasons. */
  reason?: string;
  comment?: string;
}

const TABLES = { APP_PLUGIN: appPlugins, SYSTEM_PLUGIN: systemPlugins, THEME: themes };

export function readItems(now: Date): DemoItem[] {
  return (["APP_PLUGIN", "SYSTEM_PLUGIN", "THEME"] as const).flatMap((type) =>
    readRows<(typeof TABLES)[typeof type], Pick<DemoItem, "description" | "versions">>(TABLES[type], now).map(
      (row) => ({ ...row, type }),
    ),
  );
}
