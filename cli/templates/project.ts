import { crc32, deflateSync } from "node:zlib";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import { createAppPlugin } from "./app-plugin.ts";
import { createSystemPlugin } from "./system-plugin.ts";

export interface ProjectValues {
  type: PluginManifest["type"];
  slug: string;
  title: string;
  schemaUrl: string;
}

const FIRST_VERSION = "0.1.0";

/** Files of a new plugin project, by path. */
export function createProjectFiles(values: ProjectValues): Record<string, string | Uint8Array> {
  const { type, slug, title, schemaUrl } = values;
  const plugin = type === "app" ? createAppPlugin(title) : createSystemPlugin();
  const { description, permissions } = plugin;
  return {
    "plugin.json": toJson({
      $schema: schemaUrl,
      name: title,
      slug,
      type,
      version: FIRST_VERSION,
      description,
      entry: "dist/index.js",
      source: "src/index.ts",
      permissions,
      icon: "icon.png",
      categories: [type === "app" ? "productivity" : "integrations"],
      keywords: [...new Set(slug.split("-"))].filter(isKeyword).slice(0, 10),
      license: "MIT",
    }),
    "icon.png": createIcon(slug),
    "package.json": toJson({ name: slug, ...PACKAGE }),
    "tsconfig.json": toJson(TSCONFIG),
    "README.md": createReadme(title, slug, type === "app" ? "app" : "platform", plugin),
    "CHANGELOG.md": CHANGELOG,
    ".drydockignore": DRYDOCKIGNORE,
    ".gitignore": GITIGNORE,
    ...plugin.files,
  };
}

const isKeyword = (word: string): boolean => word.length >= 2 && word.length <= 30;

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const PACKAGE = {
  private: true,
  type: "module",
  scripts: {
    test: "node --import tsx --test test/*.test.ts",
    check: "tsc --noEmit",
  },
  devDependencies: {
    "@types/node": "^20.19.0",
    tsx: "^4.20.0",
    typescript: "^5.9.0",
  },
};

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  },
  include: ["src", "test"],
};

const CHANGELOG = `# Changelog

Reviewers and users see the section of each version.

## ${FIRST_VERSION}

- First version
`;

const DRYDOCKIGNORE = `# Files to exclude from the archive, in .gitignore syntax. .git, node_modules and archives are always excluded.
test/
coverage/
.github/
.vscode/
.idea/
.env*
.npmrc
*.pem
*.key
*.p12
*.jks
*.keystore
*.log
`;

const GITIGNORE = `node_modules/
dist/
coverage/
.env*
.npmrc
*.pem
*.key
*.p12
*.jks
*.keystore
*.log
*.tar.gz
`;

function createReadme(
  title: string,
  slug: string,
  host: string,
  { description, howItWorks }: { description: string; howItWorks: string },
): string {
  return `# ${title}

${description}

## How it works

${howItWorks}

${createFileTable(host)}

## Development

\`\`\`sh
npm install
npm test
npm run check
\`\`\`

## Publish

For each release, increase \`version\` in \`plugin.json\` and describe the changes in \`CHANGELOG.md\`. New permissions require
at least a minor release.

\`\`\`sh
cli plugin validate     # run all checks
cli plugin build        # build ${slug}-<version>.tar.gz
cli plugin publish      # submit for review; requires CLI_API_URL and CLI_TOKEN
\`\`\`

The version is listed on the marketplace once a moderator approves it. \`cli plugin publish --wait\` waits for the decision.
`;
}

/** Markdown table of the files with aligned columns. */
function createFileTable(host: string): string {
  const rows = [
    ["File", "Purpose"],
    ["`plugin.json`", "Manifest: name, version and permissions"],
    ["`src/index.ts`", "Source, bundled into `dist/index.js`"],
    ["`src/host.ts`", `Types of the ${host} API that the plugin uses`],
    ["`test/index.test.ts`", `Tests with an in-memory ${host}`],
    ["`CHANGELOG.md`", "Changes in each version"],
    ["`.drydockignore`", "Files to exclude from the archive"],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const separator = widths.map((width) => "-".repeat(width));
  return rows
    .toSpliced(1, 0, separator)
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`)
    .join("\n");
}

const SIZE = 256;
/** Margin of the lighter square. */
const MARGIN = 64;
const COLOR_COUNT = 2;

/** Placeholder icon of a new plugin: a PNG of 256 pixels in a color derived from its slug. */
function createIcon(slug: string): Uint8Array {
  const seed = [...slug].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 4_096, 7);
  const dark = [40 + (seed & 63), 60 + ((seed >> 3) & 63), 120 + ((seed >> 6) & 63)];
  const light = dark.map((channel) => Math.min(255, channel + 90));
  const row = (y: number) =>
    Uint8Array.from({ length: SIZE + 1 }, (_, x) => (x > 0 && isInside(x - 1) && isInside(y) ? 1 : 0));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Bit depth 8, palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("PLTE", Buffer.from([...dark, ...light].slice(0, COLOR_COUNT * 3))),
    pngChunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: SIZE }, (_, y) => row(y))))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const isInside = (at: number): boolean => at >= MARGIN && at < SIZE - MARGIN;

function pngChunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
