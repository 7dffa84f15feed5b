import { inArray } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { buildInputs } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import type { AppKey } from "@/server/domains/apps/input.ts";
import { isCarriedBy, selectInstallations } from "@/server/domains/apps/installations/installation-row.ts";
import { describeVersions } from "@/server/domains/apps/installations/versions.ts";
import type { DescribedInput, PageInput, UnavailableItem } from "@/server/domains/apps/installations/view.ts";
import { getApp } from "@/server/domains/apps/service.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { getBuildInTenant } from "../records/service.ts";
import { toInputView } from "./build-inputs.ts";

/** Inputs of a build, beside what is installed now. Needs `BUILDS_READ`. @throws AppError `NOT_FOUND` */
export async function listBuildInputs(ctx: TenantContext, buildId: string): Promise<PageInput[]> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, async (tx) => {
    const { tenantId, appId } = await getBuildInTenant(tx, ctx, buildId);
    const inputs = (await readDescribedInputs(tx, [buildId])).get(buildId) ?? [];
    const carried = await selectInstallations(tx, isCarriedBy({ tenantId, appId }));
    return inputs.map((input) => {
      const now = carried.find(
        ({ row }) => LISTING_TYPE_SEGMENTS[row.type] === input.type && row.slug === input.slug,
      );
      return {
        ...input,
        isInstalled: now !== undefined,
        stopsBuilds: now !== undefined && !now.installed.isAvailable,
      };
    });
  });
}

/** Described inputs of builds by their ids; none of a build without inputs. */
export async function readDescribedInputs(
  tx: Reader,
  buildIds: readonly string[],
): Promise<Map<string, DescribedInput[]>> {
  const frozen = await tx
    .select({ buildId: buildInputs.buildId, inputs: buildInputs.inputs })
    .from(buildInputs)
    .where(inArray(buildInputs.buildId, [...buildIds]));
  const versions = await describeVersions(
    tx,
    frozen.flatMap(({ inputs }) => inputs.map(({ listingId }) => listingId)),
  );
  const describe = (input: (typeof frozen)[number]["inputs"][number]): DescribedInput => {
    const version = versions.get(input.listingId);
    return {
      ...toInputView(input),
      name: version?.name ?? input.slug,
      isAvailable: version?.isAvailable ?? false,
      isListed: Boolean(version?.currentVersion),
    };
  };
  return new Map(frozen.map(({ buildId, inputs }) => [buildId, inputs.map(describe)]));
}

/**
 * Installations whose version was suspended or withdrawn, of an app and of its tenant: they stop new builds of the app.
 * Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function listUnavailableItems(
  ctx: TenantContext,
  { appId }: AppKey,
): Promise<UnavailableItem[]> {
  await getApp(ctx, appId);
  const carried = await read(ctx, (tx) =>
    selectInstallations(tx, isCarriedBy({ tenantId: ctx.tenant.id, appId })),
  );
  return carried
    .filter(({ installed }) => !installed.isAvailable)
    .map(({ row: { type, slug }, installed: { name, version } }) => ({
      type: LISTING_TYPE_SEGMENTS[type],
      slug,
      name,
      version,
    }));
}
