import type { appPlugins, ListingType, slugClaims, themes } from "../../schema/index.ts";
import { roughlyDaysBefore } from "../clock.ts";
import { createRandom } from "../random.ts";
import { APP_PLUGINS } from "./app-plugins.ts";
import type { DemoItem } from "./item.ts";
import { SYSTEM_PLUGINS } from "./system-plugins.ts";
import { THEMES } from "./themes.ts";

/** A registered plugin or theme and the story it was made from. */
export interface DemoEntity {
  item: DemoItem;
  row: typeof appPlugins.$inferSelect;
}

export function planEntities(now: Date): DemoEntity[] {
  const random = createRandom("entities");
  return [...APP_PLUGINS, ...SYSTEM_PLUGINS, ...THEMES].map((item) => {
    const { tenantId, slug, name, description, registeredDaysAgo } = item;
    const createdAt = roughlyDaysBefore(now, registeredDaysAgo, random);
    const id = item.id ?? random.uuid(createdAt);
    return { item, row: { id, tenantId, slug, name, description, createdAt, updatedAt: createdAt } };
  });
}

export function pluginRows(
  entities: readonly DemoEntity[],
  type: Exclude<ListingType, "THEME">,
): (typeof appPlugins.$inferInsert)[] {
  return entities.filter(({ item }) => item.type === type).map(({ row }) => row);
}

/** A theme's own version is the one that was submitted last. */
export function themeRows(entities: readonly DemoEntity[]): (typeof themes.$inferInsert)[] {
  return entities
    .filter(({ item }) => item.type === "THEME")
    .map(({ item, row }) => ({
      ...row,
      themeConfig: item.themeConfig,
      version: item.versions.at(-1)?.version ?? "0.1.0",
    }));
}

/** Registering claims a slug for the tenant, publishing ties it to the entity. */
export function slugClaimRows(entities: readonly DemoEntity[]): (typeof slugClaims.$inferInsert)[] {
  return entities.map(({ item, row }) => ({
    type: item.type,
    slug: row.slug,
    tenantId: row.tenantId,
    entityId: item.versions.length > 0 ? row.id : null,
    createdAt: row.createdAt,
  }));
}
