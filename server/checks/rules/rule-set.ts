import type { Severity } from "@/db/schema/vocabulary.ts";

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
export const RULE_SET_VERSION = 3;

/** Rules in the display order of findings of equal severity. */
export const RULES = {
  "blocked-archive": {
    severity: "HIGH",
    title: "Blocked archive",
    why: "A moderator has blocked these very bytes, in this or in another submission.",
    cure: "Mend what the block was for and hand in a new version. The same archive stays blocked whoever uploads it.",
  },
  "manifest-invalid": {
    severity: "HIGH",
    title: "Manifest breaks its schema",
    why: "The platform reads plugin.json by its schema; what breaks it does not load or does something else than it says.",
    cure: "Correct the field that is named. Editors check plugin.json by themselves when it names its $schema.",
  },
  "version-mismatch": {
    severity: "HIGH",
    title: "Versions disagree",
    why: "People and update checks rely on one version number; two that differ mean that one of them is wrong.",
    cure: "Give plugin.json, package.json and the submission the same version.",
  },
  "new-permission": {
    severity: "HIGH",
    title: "New permission",
    why: "Whoever has the version before did not agree to this. Added permissions are how a good plugin turns bad.",
    cure: "Remove the permission if it is not needed, or say in the changelog what it is for.",
  },
  secret: {
    severity: "HIGH",
    title: "Secret in a file",
    why: "An archive is public once it is approved, and secrets are found within minutes. Deleting one later does not help.",
    cure: "Revoke the secret first. Then take it out, read it from configuration, and name its file in .drydockignore.",
  },
  "native-code": {
    severity: "HIGH",
    title: "Compiled program",
    why: "Nobody can read what a compiled program does, and it runs outside everything that permissions hold back.",
    cure: "Leave compiled programs and libraries out. If one is indispensable, ship its sources and how it is built.",
  },
  "dynamic-code": {
    severity: "MEDIUM",
    title: "Dynamic code",
    why: "What is evaluated, imported by a computed name or started as a program cannot be reviewed, and may come from anywhere.",
    cure: "Call functions directly, parse data with JSON.parse, and import modules by names that stand in the code.",
  },
  "unreadable-code": {
    severity: "MEDIUM",
    title: "Minified or obfuscated code",
    why: "Reviewers approve what they can read. Nobody can read this, so it waits longer and may be refused.",
    cure: "Ship readable sources, or ship them beside the bundle and say how it is built from them.",
  },
  unsearched: {
    severity: "MEDIUM",
    title: "More than is looked through",
    why: "The checks look through 64 MB of text; what comes after that in the archive nobody has looked at.",
    cure: "Leave out what the plugin does not need, such as sources of dependencies, test data and logs.",
  },
  "binary-file": {
    severity: "MEDIUM",
    title: "Binary file",
    why: "It is no image, font or sound that is known, so nobody can tell what it holds.",
    cure: "Leave it out, or use a format that can be looked into.",
  },
  lookalike: {
    severity: "MEDIUM",
    title: "Looks like somebody else's item",
    why: "A slug or name that is a slip of the pen away from another publisher's leads people to the wrong item.",
    cure: "Choose a slug and a name that cannot be mistaken for the one that is named.",
  },
  "low-contrast": {
    severity: "MEDIUM",
    title: "Contrast below WCAG AA",
    why: "Text below a contrast of 4.5 cannot be read by many people, and by nobody in the sun.",
    cure: "Darken or lighten one of the two colors; the theme editor shows the contrast while you do.",
  },
  "network-host": {
    severity: "LOW",
    title: "Talks to a host",
    why: "Reviewers look at where data may go. Users should know, too.",
    cure: "Say in the description which hosts the plugin talks to and why; remove those that it does not need.",
  },
  "large-file": {
    severity: "LOW",
    title: "Very large file",
    why: "Everybody who installs the plugin downloads it, on mobile networks too.",
    cure: "Shrink it, load it on demand, or leave it out with .drydockignore.",
  },
  "unknown-field": {
    severity: "LOW",
    title: "Unknown field in the manifest",
    why: "The platform ignores fields that it does not know, so a slip of the pen goes unseen.",
    cure: "Correct the field's name or remove it; /schemas/plugin.json lists the fields there are.",
  },
  "missing-changelog": {
    severity: "LOW",
    title: "No changelog",
    why: "Without it neither reviewers nor users learn what this version changes.",
    cure: "Add a section for the version to CHANGELOG.md, or a changelog to the submission.",
  },
  "missing-dark-variant": {
    severity: "LOW",
    title: "No dark variant",
    why: "Apps that use the theme keep the light color in the dark, where it glares or vanishes.",
    cure: "Set the color's dark variant in the theme editor.",
  },
  "missing-alt-text": {
    severity: "LOW",
    title: "Image without alternative text",
    why: "Whoever does not see the image learns nothing of it.",
    cure: 'Say in the alternative text what the image shows; give images that only decorate an empty one (alt="").',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as [RuleId, ...RuleId[]];
