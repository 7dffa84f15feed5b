/** Module of a cruise, as far as this check reads it. */
export interface Module {
  source: string;
  dependencies: { resolved: string; coreModule?: boolean; dependencyTypes: string[] }[];
}

/** Own modules whose values scripts in the browser may use. */
const CLIENT_SAFE = /^(app|shared)\/|^server\/.*\/policy\.ts$/;
/** Packages that run on the server, or weigh more than the page that would load them. */
const SERVER_PACKAGES = /node_modules\/(zod|drizzle-orm|postgres|undici|jose|pino)\//;

/**
 * Imports that would bring server code into the browser: from every module that opens with `"use client"`, all that it
 * reaches by value imports must be client code, `shared/` or a `policy.ts`, without zod, Node's modules and the database.
 * @returns one line per forbidden import, with the client module that leads to it
 */
export function traceClientImports(modules: readonly Module[], read: (source: string) => string): string[] {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const problems: string[] = [];
  const seen = new Set<string>();
  const entries = modules.filter(
    ({ source }) => /^app\/.*\.tsx?$/.test(source) && /^"use client";/m.test(read(source)),
  );
  for (const { source: entry } of entries) {
    const open = [entry];
    for (let source = open.pop(); source !== undefined; source = open.pop()) {
      if (seen.has(source)) continue;
      seen.add(source);
      for (const { resolved, coreModule, dependencyTypes } of bySource.get(source)?.dependencies ?? []) {
        if (dependencyTypes.includes("type-only")) continue;
        if (coreModule || SERVER_PACKAGES.test(resolved)) {
          problems.push(`client-code: ${source} → ${resolved} (reached from ${entry})`);
        } else if (!resolved.includes("node_modules/") && /\.tsx?$/.test(resolved)) {
          if (CLIENT_SAFE.test(resolved)) open.push(resolved);
          else problems.push(`client-code: ${source} → ${resolved} (reached from ${entry})`);
        }
      }
    }
  }
  return problems;
}
