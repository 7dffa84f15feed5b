import { expect, it } from "vitest";
import type { DescribedInput } from "@/server/domains/apps/installations/view.ts";
import { compareInputs } from "./compare-inputs.ts";

const input = (
  slug: string,
  version: string,
  type: DescribedInput["type"] = "app-plugin",
): DescribedInput => ({
  type,
  slug,
  name: slug.toUpperCase(),
  version,
  sha256: null,
  isAvailable: true,
  isListed: true,
});

it("names what was added, removed and changed, and tells items of one slug apart by type", () => {
  const before = [input("kept", "1.0.0"), input("changed", "1.0.0"), input("removed", "2.0.0")];
  const after = [input("kept", "1.0.0"), input("changed", "1.0.1"), input("kept", "3.0.0", "theme")];
  expect(compareInputs(before, after)).toEqual({
    added: [{ type: "theme", slug: "kept", name: "KEPT", version: "3.0.0" }],
    removed: [{ type: "app-plugin", slug: "removed", name: "REMOVED", version: "2.0.0" }],
    changed: [{ type: "app-plugin", slug: "changed", name: "CHANGED", version: "1.0.1", before: "1.0.0" }],
  });
  expect(compareInputs(after, after)).toEqual({ added: [], removed: [], changed: [] });
});
