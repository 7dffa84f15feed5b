import type { Severity } from "@/shared/vocabulary.ts";

/** Rule of the automated checks, with its texts for publishers and reviewers. */
export interface Rule {
  severity: Severity;
  title: string;
  /** Rationale, in a sentence or two. */
  why: string;
  /** Remedy for the publisher. */
  cure: string;
}

/** Increased with every added, removed or changed rule; stored with each result. */
export const RULE_SET_VERSION = 7;

/** Rules in the display order of findings of equal severity. */
export const RULES = {
  "blocked-archive": {
    severity: "HIGH",
    title: "Blocked archive",
    why: "A moderator blocked this archive in this or another submission.",
    cure: "Fix the reason for the block and submit a new version. The same archive stays blocked for every publisher.",
  },
  "manifest-invalid": {
    severity: "HIGH",
    title: "Invalid manifest",
    why: "Fields that violate the schema of plugin.json are ignored or prevent the plugin from loading.",
    cure: "Correct the field. Set `$schema` to validate plugin.json in your editor.",
  },
  "version-mismatch": {
    severity: "HIGH",
    title: "Version mismatch",
    why: "Users and update checks rely on one version number.",
    cure: "Use the same version in plugin.json, package.json and the submission.",
  },
  "new-permission": {
    severity: "HIGH",
    title: "New permission",
    why: "This version requests a permission that the approved version does not have.",
    cure: "Remove the permission, or explain in the changelog why it is needed.",
  },
  secret: {
    severity: "HIGH",
    title: "Secret in a file",
    why: "Approved archives are public. Leaked secrets are found within minutes, and deleting them later does not help.",
    cure: "Revoke the secret. Then remove it, read it from configuration and add its file to .drydockignore.",
  },
  "native-code": {
    severity: "HIGH",
    title: "Native code",
    why: "Compiled code cannot be reviewed and is not restricted by permissions.",
    cure: "Remove compiled programs and libraries. If one is required, include its source and build instructions.",
  },
  "misleading-name": {
    severity: "HIGH",
    title: "Misleading name",
    why: "Invisible characters and look-alike letters disguise what a file or an item is.",
    cure: "Use visible letters of one alphabet in the names of files and of the item.",
  },
  "dynamic-code": {
    severity: "MEDIUM",
    title: "Dynamic code",
    why: "Code that is evaluated, imported by a computed name or started as a program cannot be reviewed.",
    cure: "Call functions directly, parse data with JSON.parse and import modules by literal names.",
  },
  "unreadable-code": {
    severity: "MEDIUM",
    title: "Minified or obfuscated code",
    why: "Minified and obfuscated code cannot be reviewed. It delays the review and may lead to a rejection.",
    cure: "Include readable source code and describe how the bundle is built.",
  },
  unsearched: {
    severity: "MEDIUM",
    title: "Not fully checked",
    why: "Checks cover the first 64 MB of text in an archive.",
    cure: "Remove files that the plugin does not need, such as dependency sources, test data and logs.",
  },
  "binary-file": {
    severity: "MEDIUM",
    title: "Unknown binary file",
    why: "The file is not a known image, font or audio format, so its content cannot be reviewed.",
    cure: "Remove the file or use a known format.",
  },
  lookalike: {
    severity: "MEDIUM",
    title: "Similar to another item",
    why: "A slug or name close to another publisher's can mislead users.",
    cure: "Choose a distinct slug and name.",
  },
  "low-contrast": {
    severity: "MEDIUM",
    title: "Contrast below WCAG AA",
    why: "Text with a contrast below 4.5:1 is hard to read.",
    cure: "Darken or lighten one of the two colors. The theme editor shows the contrast.",
  },
  "network-host": {
    severity: "LOW",
    title: "Network host",
    why: "Reviewers and users need to know where data is sent.",
    cure: "List the hosts and their purpose in the description. Remove unused hosts.",
  },
  "large-file": {
    severity: "LOW",
    title: "Large file",
    why: "Every installation downloads the file, including on mobile networks.",
    cure: "Reduce its size, load it on demand or exclude it in .drydockignore.",
  },
  "unportable-path": {
    severity: "LOW",
    title: "File name that Windows cannot store",
    why: "On Windows, device names are reserved, and a period or a space at the end of a name is dropped.",
    cure: "Rename the file.",
  },
  "unknown-field": {
    severity: "LOW",
    title: "Unknown manifest field",
    why: "Unknown fields are ignored. The name may be misspelled.",
    cure: "Correct or remove the field. /schemas/plugin.json lists all fields.",
  },
  "missing-changelog": {
    severity: "LOW",
    title: "No changelog",
    why: "Reviewers and users cannot see what changed in this version.",
    cure: "Add a section for this version to CHANGELOG.md, or a changelog to the submission.",
  },
  "readme-pictures": {
    severity: "LOW",
    title: "Too many pictures in the README",
    why: "The item's page shows the first 20 pictures of a README. The others become links or their alternative text.",
    cure: "Remove pictures, or move some to the screenshots of the manifest.",
  },
  unformatted: {
    severity: "LOW",
    title: "Shown without formatting",
    why: "The item's page formats texts up to a limit of elements and time. Beyond it, it shows them as they were written.",
    cure: "Shorten the text, or split long tables, lists and paragraphs.",
  },
  "missing-dark-variant": {
    severity: "LOW",
    title: "No dark variant",
    why: "Apps use the light color in dark mode, where it may be unreadable.",
    cure: "Set the dark variant of the color in the theme editor.",
  },
  "missing-alt-text": {
    severity: "LOW",
    title: "Missing alternative text",
    why: "Screen readers cannot describe the image.",
    cure: 'Describe the image in its alternative text. Use empty text (alt="") for decorative images.',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as [RuleId, ...RuleId[]];
