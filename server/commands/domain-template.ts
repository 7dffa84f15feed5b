export interface DomainNames {
  /** `server/domains/moderation/release-notes`. */
  folder: string;
  /** In kebab case: `release-notes`. */
  noun: string;
  /** `ReleaseNotes`. */
  pascal: string;
  /** `releaseNotes`. */
  camel: string;
}

export interface DomainOptions {
  /** A REST route, for the tokens of a tenant. */
  rest: boolean;
  /** A service and `admin-router.ts` for Super Admins, instead of those for members. */
  admin: boolean;
}

const SHELF_AND_NOUN = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

/** @throws Error for a path that is not a shelf and a noun in kebab case */
export function domainNames(path: string): DomainNames {
  const noun = SHELF_AND_NOUN.exec(path)?.[1];
  if (noun === undefined) throw new Error("Use a shelf and a noun in kebab case, such as moderation/notes.");
  const pascal = noun.split("-").map(capitalize).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { folder: `server/domains/${path}`, noun, pascal, camel };
}

/**
 * The files of a new domain by path: one query from service to router and, with `rest`, a REST route.
 * @throws Error for `rest` with `admin`, as tokens belong to tenants
 */
export function domainFiles(names: DomainNames, { rest, admin }: DomainOptions): Record<string, string> {
  if (rest && admin) throw new Error("Use --rest or --admin: REST has no routes for Super Admins.");
  const { folder, noun } = names;
  return {
    [`${folder}/input.ts`]: inputFile(names),
    [`${folder}/view.ts`]: viewFile(names),
    [`${folder}/service.ts`]: admin ? adminServiceFile(names) : serviceFile(names),
    [`${folder}/${noun}.db.test.ts`]: admin ? adminTestFile(names) : testFile(names),
    ...(admin
      ? { [`${folder}/admin-router.ts`]: adminRouterFile(names) }
      : { [`${folder}/policy.ts`]: policyFile(names), [`${folder}/router.ts`]: routerFile(names) }),
    ...(rest && { [`${folder}/rest.ts`]: restFile(names), [`app/api/${noun}/route.ts`]: routeFile(names) }),
  };
}

/** `server/router.ts` with the domain's router. @throws Error when it has one of this name */
export function addRouter(text: string, names: DomainNames, { admin }: Pick<DomainOptions, "admin">): string {
  const name = admin ? `admin${names.pascal}` : names.camel;
  if (text.includes(`\n  ${name}: `)) throw new Error(`server/router.ts has a router named ${name}.`);
  const withImport = addImport(text, `${name}Router`, names, admin ? "admin-router.ts" : "router.ts");
  return replaceOnce(withImport, /^\}\);\nexport type AppRouter/m, `  ${name}: ${name}Router,\n$&`);
}

/** `server/rest.ts` with the domain's route. */
export function addRoute(text: string, names: DomainNames): string {
  const withImport = addImport(text, `get${names.pascal}`, names, "rest.ts");
  return replaceOnce(withImport, /^ {2}openapi,\n {2}health,/m, `  get${names.pascal},\n$&`);
}

function addImport(text: string, name: string, { folder }: DomainNames, file: string): string {
  const path = `${folder.replace(/^server/, ".")}/${file}`;
  return replaceOnce(text, /^import /m, `import { ${name} } from "${path}";\n$&`);
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in the file that lists the domains`);
  return text.replace(pattern, replacement);
}

const inputFile = ({ pascal, noun }: DomainNames) => `import { z } from "zod";

/** Query of ${words(noun)}. */
export const List${pascal} = z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) });
export type List${pascal} = z.output<typeof List${pascal}>;
`;

const policyFile = ({
  pascal,
  noun,
}: DomainNames) => `import type { TenantRole } from "@/shared/vocabulary.ts";

/** Roles that may read ${words(noun)}. */
export const canRead${pascal} = (role: TenantRole): boolean => role !== "VIEWER";
`;

const viewFile = ({ pascal, noun }: DomainNames) => `import { z } from "zod";

/** ${capitalize(words(noun))}, newest first. */
export const ${pascal}View = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
});
export type ${pascal}View = z.output<typeof ${pascal}View>;
`;

const serviceFile = ({ pascal, noun }: DomainNames) => `import { desc, eq } from "drizzle-orm";
import { tenants } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { AppError } from "@/shared/errors.ts";
import type { List${pascal} } from "./input.ts";
import { canRead${pascal} } from "./policy.ts";
import type { ${pascal}View } from "./view.ts";

/** The tenant's ${words(noun)}, newest first. @throws AppError \`PERMISSION_DENIED\` */
export async function list${pascal}(ctx: TenantContext, { limit }: List${pascal}): Promise<${pascal}View> {
  if (!canRead${pascal}(ctx.role)) throw new AppError("PERMISSION_DENIED", "Viewers can’t read ${words(noun)}.");
  // Placeholder for the domain's table (CONTRIBUTING.md): the tenant itself.
  const rows = await read(ctx, (tx) =>
    tx
      .select({ id: tenants.id, name: tenants.name, createdAt: tenants.createdAt })
      .from(tenants)
      .where(eq(tenants.id, ctx.tenant.id))
      .orderBy(desc(tenants.createdAt), desc(tenants.id))
      .limit(limit),
  );
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
`;

const adminServiceFile = ({ pascal, noun }: DomainNames) => `import { desc } from "drizzle-orm";
import { tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import type { List${pascal} } from "./input.ts";
import type { ${pascal}View } from "./view.ts";

/** All ${words(noun)}, newest first. For Super Admins. */
export async function list${pascal}(ctx: Context, { limit }: List${pascal}): Promise<${pascal}View> {
  const admin = requireSuperAdmin(ctx);
  // Placeholder for the domain's table (CONTRIBUTING.md): the tenants.
  const rows = await read(admin, (tx) =>
    tx
      .select({ id: tenants.id, name: tenants.name, createdAt: tenants.createdAt })
      .from(tenants)
      .orderBy(desc(tenants.createdAt), desc(tenants.id))
      .limit(limit),
  );
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
`;

const routerFile = ({
  pascal,
  camel,
}: DomainNames) => `import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { List${pascal} } from "./input.ts";
import { list${pascal} } from "./service.ts";

export const ${camel}Router = router({
  list: tenantProcedure.input(List${pascal}).query(({ ctx, input }) => list${pascal}(ctx, input)),
});
`;

const adminRouterFile = ({
  pascal,
}: DomainNames) => `import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { List${pascal} } from "./input.ts";
import { list${pascal} } from "./service.ts";

export const admin${pascal}Router = router({
  list: adminProcedure.input(List${pascal}).query(({ ctx, input }) => list${pascal}(ctx, input)),
});
`;

const restFile = ({ pascal, noun }: DomainNames) => `import { route } from "@/server/http/route.ts";
import { List${pascal} } from "./input.ts";
import { list${pascal} } from "./service.ts";
import { ${pascal}View } from "./view.ts";

export const get${pascal} = route({
  method: "GET",
  path: "/api/${noun}",
  summary: "The ${words(noun)} of the tenant",
  credential: "token",
  query: List${pascal},
  status: 200,
  response: ${pascal}View,
  handle: async ({ ctx, query }) => ({ body: await list${pascal}(ctx, query) }),
});
`;

const routeFile = ({ noun }: DomainNames) => `import { getRouteHandlers } from "@/server/rest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getRouteHandlers("/api/${noun}");
`;

const testFile = ({ pascal, noun }: DomainNames) => `import { describe, expect, it } from "vitest";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { list${pascal} } from "./service.ts";

setUpPlatform();

describe("list${pascal}", () => {
  it("gives a developer the ${words(noun)} of the tenant, and no other's", async () => {
    const ctx = await signInMember("DEVELOPER");
    await signInMember("DEVELOPER");
    const { items } = await list${pascal}(ctx, { limit: 50 });
    expect(items.map(({ id }) => id)).toEqual([ctx.tenant.id]);
  });

  it("refuses a viewer", async () => {
    const ctx = await signInMember("VIEWER");
    await expect(list${pascal}(ctx, { limit: 50 })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});
`;

const adminTestFile = ({ pascal, noun }: DomainNames) => `import { describe, expect, it } from "vitest";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { list${pascal} } from "./service.ts";

setUpPlatform();

describe("list${pascal}", () => {
  it("gives a Super Admin the ${words(noun)} of all tenants", async () => {
    const { tenant } = await signInMember("OWNER");
    const { items } = await list${pascal}(await signInAdmin(), { limit: 50 });
    expect(items.map(({ id }) => id)).toEqual([tenant.id]);
  });

  it("refuses a member", async () => {
    const ctx = await signInMember("OWNER");
    await expect(list${pascal}(ctx, { limit: 50 })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});
`;

const words = (noun: string): string => noun.replaceAll("-", " ");

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
