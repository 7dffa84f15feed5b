import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildTar, pluginEntries } from "@/e2e/support/archives.ts";
import { file, findingsOf, pluginWithEntries } from "@/e2e/support/validate-archive.ts";

describe("an archive", () => {
  it.each<[string, Buffer, string, string]>([
    ["no manifest", gzipSync(buildTar([file("index.js")])), "plugin.json", "is missing"],
    [
      "a manifest elsewhere",
      gzipSync(buildTar([file("package/plugin.json", "{}")])),
      "plugin.json",
      "is missing",
    ],
    ["several manifests", pluginWithEntries(file("plugin.json", "{}")), "plugin.json", "appears twice"],
    [
      "a manifest in capitals beside it",
      pluginWithEntries(file("PLUGIN.JSON", "{}")),
      "PLUGIN.JSON",
      "conflicts with",
    ],
    [
      "a manifest that is a directory",
      gzipSync(buildTar([{ path: "plugin.json/" }])),
      "plugin.json",
      "is missing",
    ],
    [
      "a manifest that is a link",
      gzipSync(buildTar([{ path: "plugin.json", type: "2" }])),
      "plugin.json",
      "symbolic",
    ],
    ["a broken manifest", manifestOf('{"slug":'), "plugin.json", "is not valid JSON"],
    ["an empty manifest", manifestOf(""), "plugin.json", "is not valid JSON"],
    ["a manifest that is a list", manifestOf("[]"), "plugin.json", "must be a JSON object"],
    ["a manifest that is nothing", manifestOf("null"), "plugin.json", "must be a JSON object"],
    ["a byte order mark", manifestOf('\uFEFF{"slug":"a"}'), "plugin.json", "starts with a byte order mark"],
    [
      "a manifest that is not UTF-8",
      manifestOf(Buffer.from([0x22, 0xff, 0x22])),
      "plugin.json",
      "is not UTF-8",
    ],
    [
      "a deep manifest",
      manifestOf(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
      "plugin.json",
      "more than 32",
    ],
    ["a huge manifest", manifestOf(`"${" ".repeat(262_144)}"`), "plugin.json", "larger than 256 KiB"],
    [
      "a manifest of one long text",
      manifestOf(`"${"\\".repeat(262_000)}`),
      "plugin.json",
      "is not valid JSON",
    ],
    [
      "a manifest with wrong fields",
      gzipSync(buildTar(pluginEntries({ slug: "A" }))),
      "plugin.json",
      "slug: must be",
    ],
    [
      "an entry that is not there",
      gzipSync(buildTar(pluginEntries({ entry: "no.js" }))),
      "plugin.json",
      'entry: "no.js"',
    ],
    [
      "an entry that is a directory",
      gzipSync(buildTar([...pluginEntries({ entry: "src" }), { path: "src/" }])),
      "plugin.json",
      'entry: "src"',
    ],
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });
});

function manifestOf(content: string | Buffer): Buffer {
  return gzipSync(buildTar([{ path: "plugin.json", content }, file("index.js")]));
}
