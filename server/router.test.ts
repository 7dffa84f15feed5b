import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";

const routers = readdirSync("server/domains", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("router.ts"))
  .map((file) => `domains/${file}`);
const source = readFileSync("server/router.ts", "utf8");
const fileOf = new Map(
  [...source.matchAll(/import \{ (\w+Router) \} from "\.\/(domains\/.+)"/g)].map(
    ([, name = "", file = ""]) => [name, file],
  ),
);
/** Each namespace with the files whose procedures it has. */
const namespaces = [...source.matchAll(/^ {2}(\w+): ([^;]+?),\n(?= {2}\w|\})/gm)].map(
  ([, name = "", value = ""]) =>
    [name, [...value.matchAll(/\w+Router\b/g)].map(([router]) => fileOf.get(router) ?? router)] as const,
);

/** Namespace that a folder names, such as `adminItemReports` for the `admin-router.ts` of `item-reports`. */
function namedAfter(folder: string, file: string): string {
  const name = basename(folder).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return file === "router.ts" ? name : `admin${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

describe("a namespace", () => {
  it.each(namespaces)("%s is named after the folder of its router", (namespace, files) => {
    expect(files).not.toEqual([]);
    for (const file of files) {
      const folder = dirname(file);
      // A shelf may have the procedures of its subfolders, as `builds` does.
      const names = [folder, dirname(folder)].map((named) => namedAfter(named, basename(file)));
      expect(names, file).toContain(namespace);
    }
  });

  it("exists for every router", () => {
    expect(namespaces.flatMap(([, used]) => used).toSorted()).toEqual(routers.toSorted());
  });
});

describe("an admin-router.ts", () => {
  it.each(routers)("%s has Super Admins' procedures or none", (file) => {
    const bases = new Set(readFileSync(`server/${file}`, "utf8").match(/\b\w+Procedure(?=\s*\.)/g));
    if (basename(file) === "admin-router.ts") expect([...bases]).toEqual(["adminProcedure"]);
    else expect([...bases]).not.toContain("adminProcedure");
  });
});
