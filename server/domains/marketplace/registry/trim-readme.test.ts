import { describe, expect, it } from "vitest";
import { parseReadme } from "@/server/domains/items/markdown/readme.ts";
import { trimReadme } from "./presentation.ts";

const ITEM = { name: "Route Cache", description: "Caches routes\nand tiles.\n\nWorks offline." };
const trim = (source: string) => JSON.stringify(trimReadme(parseReadme(source, new Map(), "r-"), ITEM));

describe("trimReadme", () => {
  it("drops the name and the summary or description at the start", () => {
    const kept = trim("## Usage\n\nOpen a map.");
    expect(trim("# Route cache\n\nCaches routes and tiles.\n\n## Usage\n\nOpen a map.")).toContain("Usage");
    expect(trim("# Route Cache\n\n## Usage\n\nOpen a map.")).not.toContain("Route Cache");
    expect(trim("# **Route** Cache\n\nCaches *routes* and tiles.")).toBe("[]");
    expect(kept).toContain("Open a map.");
  });

  it("keeps everything else", () => {
    for (const text of [
      "# Route Cache 2\n\nx",
      "Caches routes.",
      "Intro\n\n# Route Cache",
      "## Route Cache",
    ]) {
      expect(trim(text)).toBe(JSON.stringify(parseReadme(text, new Map(), "r-")));
    }
    expect(trimReadme([], ITEM)).toEqual([]);
  });
});
