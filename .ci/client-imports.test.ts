import { describe, expect, it } from "vitest";
import { type Module, traceClientImports } from "./client-imports.ts";

const PAGE = "app/page.tsx";
const LEAF = "app/_components/leaf.tsx";

function trace(imports: Record<string, (string | { type: string } | { node: string })[]>): string[] {
  const modules: Module[] = Object.entries(imports).map(([source, targets]) => ({
    source,
    dependencies: targets.map((target) => {
      if (typeof target === "string") return { resolved: target, dependencyTypes: ["local"] };
      return "type" in target
        ? { resolved: target.type, dependencyTypes: ["local", "type-only"] }
        : { resolved: target.node, coreModule: true, dependencyTypes: ["core"] };
    }),
  }));
  return traceClientImports(modules, (source) => (source === LEAF ? '"use client";\n' : "export {};\n"));
}

describe("client imports", () => {
  it("may reach shared code and policies, and take types from anywhere", () => {
    expect(
      trace({
        [LEAF]: [
          "shared/labels.ts",
          "server/domains/apps/policy.ts",
          { type: "server/domains/apps/view.ts" },
        ],
        "server/domains/apps/policy.ts": ["shared/vocabulary.ts"],
      }),
    ).toEqual([]);
  });

  it("may not reach services, also through a policy", () => {
    const policy = "server/domains/apps/policy.ts";
    expect(trace({ [LEAF]: [policy], [policy]: ["server/domains/apps/service.ts"] })).toEqual([
      `client-code: ${policy} → server/domains/apps/service.ts (reached from ${LEAF})`,
    ]);
  });

  it.each([[{ node: "fs" }], ["node_modules/zod/index.js"], ["node_modules/drizzle-orm/index.js"]])(
    "may not reach %j through shared code",
    (target) => {
      expect(trace({ [LEAF]: ["shared/text/text.ts"], "shared/text/text.ts": [target] })).toHaveLength(1);
    },
  );

  it("leaves server components alone", () => {
    expect(trace({ [PAGE]: ["server/domains/apps/service.ts"] })).toEqual([]);
  });
});
