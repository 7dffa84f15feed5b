export interface DomainNames {
  /** In kebab case: `release-notes`. */
  folder: string;
  /** `ReleaseNotes`. */
  pascal: string;
  /** `releaseNotes`. */
  camel: string;
}

/** @throws Error for a name that is not in kebab case */
export function domainNames(folder: string): DomainNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder)) {
    throw new Error("Use a name in kebab case, such as release-notes.");
  }
  const pascal = folder
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return { folder, pascal, camel: pascal.charAt(0).toLowerCase() + pascal.slice(1) };
}

/** The files of a new domain by path: one query from policy to router and, with `rest`, a REST route. */
export function domainFiles(names: DomainNames, options: { rest: boolean }): Record<string, string> {
  const folder = `server/${names.folder}`;
  const files: Record<string, string> = {
    [`${folder}/input.ts`]: inputFile(names),
    [`${folder}/policy.ts`]: policyFile(names),
    [`${folder}/view.ts`]: viewFile(names),
    [`${folder}/service.ts`]: serviceFile(names),
    [`${folder}/router.ts`]: routerFile(names),
    [`${folder}/${names.folder}.db.test.ts`]: testFile(names),
  };
  if (options.rest) {
    files[`${folder}/rest.ts`] = restFile(names);
    files[`app/api/${names.folder}/route.ts`] = routeFile(names);
  }
  return files;
}

/** `server/router.ts` with the domain's router. */
export function addRouter(text: string, { folder, camel }: DomainNames): string {
  const withImport = addImport(text, `${camel}Router`, `./${folder}/router.ts`);
  return replaceOnce(withImport, /^\}\);\nexport type AppRouter/m, `  ${camel}: ${camel}Router,\n$&`);
}

/** `server/rest.ts` with the domain's route. */
export function addRoute(text: string, { folder, pascal }: DomainNames): string {
  const withImport = addImport(text, `get${pascal}`, `./${folder}/rest.ts`);
  return replaceOnce(withImport, /^ {2}openapi,\n {2}health,/m, `  get${pascal},\n$&`);
}

function addImport(text: string, name: string, path: string): string {
  return replaceOnce(text, /^import /m, `import { ${name} } from "${path}";\n$&`);
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in the file that lists the domains`);
  return text.replace(pattern, replacement);
}

const inputFile = ({ pascal, folder }: DomainNames) => `import { z } from "zod";

/** Query of a tenant's ${words(folder)}. */
export const List${pascal} = z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) });
export type List${pascal} = z.output<typeof List${pascal}>;
`;

const policyFile = ({
  pascal,
  folder,
}: DomainNames) => `import type { TenantRole } from "@/shared/vocabulary.ts";

/** Roles that may read ${words(folder)}. */
export const canRead${pascal} = (role: TenantRole): boolean => role !== "VIEWER";
`;

const viewFile = ({ pascal, folder }: DomainNames) => `import { z } from "zod";

/** A tenant's ${words(folder)}, newest first. */
export const ${pascal}View = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
});
export type ${pascal}View = z.output<typeof ${pascal}View>;
`;

const serviceFile = ({ pascal, folder }: DomainNames) => `import { desc, eq } from "drizzle-orm";
import { tenants } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { AppError } from "@/shared/errors.ts";
import { read } from "@/server/core/transactions.ts";
import type { List${pascal} } from "./input.ts";
import { canRead${pascal} } from "./policy.ts";
import type { ${pascal}View } from "./view.ts";

/** The tenant's ${words(folder)}, newest first. @throws AppError \`PERMISSION_DENIED\` */
export async function list${pascal}(ctx: TenantContext, { limit }: List${pascal}): Promise<${pascal}View> {
  if (!canRead${pascal}(ctx.role)) throw new AppError("PERMISSION_DENIED", "Viewers can’t read ${words(folder)}.");
  // Placeholder until the domain has a table of its own (CONTRIBUTING.md): the tenant itself.
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

const routerFile = ({
  pascal,
  camel,
}: DomainNames) => `import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { List${pascal} } from "./input.ts";
import { list${pascal} } from "./service.ts";

export const ${camel}Router = router({
  list: tenantProcedure.input(List${pascal}).query(({ ctx, input }) => list${pascal}(ctx, input)),
});
`;

const restFile = ({ pascal, folder }: DomainNames) => `import { route } from "../http/route.ts";
import { List${pascal} } from "./input.ts";
import { list${pascal} } from "./service.ts";
import { ${pascal}View } from "./view.ts";

export const get${pascal} = route({
  method: "GET",
  path: "/api/${folder}",
  summary: "The ${words(folder)} of the tenant",
  credential: "token",
  query: List${pascal},
  status: 200,
  response: ${pascal}View,
  handle: async ({ ctx, query }) => ({ body: await list${pascal}(ctx, query) }),
});
`;

const routeFile = ({ folder }: DomainNames) => `import { getRouteHandlers } from "@/server/rest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getRouteHandlers("/api/${folder}");
`;

const testFile = ({ pascal, folder }: DomainNames) => `import { describe, expect, it } from "vitest";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { list${pascal} } from "./service.ts";

setUpPlatform();

describe("list${pascal}", () => {
  it("gives a developer the ${words(folder)} of the tenant, and no other's", async () => {
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

const words = (folder: string): string => folder.replaceAll("-", " ");
