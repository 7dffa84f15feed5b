import type { PluginManifest } from "../../server/archives/manifest.ts";
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
export function createProjectFiles({ type, slug, title, schemaUrl }: ProjectValues): Record<string, string> {
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
      entry: "src/index.ts",
      permissions,
    }),
    "package.json": toJson({ name: slug, ...PACKAGE }),
    "tsconfig.json": toJson(TSCONFIG),
    "README.md": createReadme(title, slug, type === "app" ? "app" : "platform", plugin),
    "CHANGELOG.md": CHANGELOG,
    ".drydockignore": DRYDOCKIGNORE,
    ".gitignore": GITIGNORE,
    ...plugin.files,
  };
}

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

The section of a version goes along with it to the marketplace: reviewers and users read it.

## ${FIRST_VERSION}

- First version
`;

const DRYDOCKIGNORE = `# What is not packed, in the syntax of .gitignore. History, node_modules and earlier archives never are.
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
tsconfig.json
package-lock.json
`;

const GITIGNORE = `node_modules/
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

## Work on it

\`\`\`sh
npm install
npm test
npm run check
\`\`\`

## Hand it in

Raise \`version\` in \`plugin.json\` for every release, and say in \`CHANGELOG.md\` what is new. A release that asks for more
permissions is at least a minor one.

\`\`\`sh
cli plugin validate     # keeps the rules of the marketplace?
cli plugin build        # packs ${slug}-<version>.tar.gz
cli plugin publish      # hands it in; CLI_API_URL and CLI_TOKEN say where and as whom
\`\`\`

It is on the marketplace once a moderator has approved it; \`cli plugin publish --wait\` waits for that.
`;
}

/** Markdown table of the files with aligned columns. */
function createFileTable(host: string): string {
  const rows = [
    ["file", "what"],
    ["`plugin.json`", "the manifest: what the marketplace knows of the plugin"],
    ["`src/index.ts`", "the entry that the manifest names"],
    ["`src/host.ts`", `what the plugin needs of the ${host} around it, and no more`],
    ["`test/index.test.ts`", `its test, with a stand-in for the ${host}`],
    ["`CHANGELOG.md`", "what is new in each version"],
    ["`.drydockignore`", "what is not packed"],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const separator = widths.map((width) => "-".repeat(width));
  return rows
    .toSpliced(1, 0, separator)
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`)
    .join("\n");
}
