import type { ThemeLook } from "../../themes/input.ts";
import { warningsOf } from "../../themes/policy.ts";
import type { Collector } from "./finding.ts";
import { searchMarkdownField } from "./images.ts";
import { findLookalike } from "./lookalike.ts";

/** Somebody else's item that an index holds to be alike. */
export interface SimilarItem {
  slug: string;
  name: string;
  publisher: string;
}

export interface SubmissionSubject {
  slug: string | null;
  name: string | null;
  changelog: string | null;
  /** Why the archive is blocked, if it is. */
  blockedBecause: string | null;
  neighbours: readonly SimilarItem[];
  /** Of a theme. */
  look: ThemeLook | null;
}

/** Judges what is known of a submission without its files. */
export function checkSubmission(subject: SubmissionSubject, collector: Collector): void {
  const { blockedBecause, changelog, look } = subject;
  if (blockedBecause !== null) {
    collector.add("blocked-archive", { message: `is blocked: ${blockedBecause}`, key: "blocked" });
  }
  checkNames(subject, collector);
  if (changelog === null) {
    const message = "The submission says nothing about what is new";
    collector.add("missing-changelog", { path: "changelog", message, key: "changelog" });
  } else {
    searchMarkdownField("changelog", changelog, collector);
  }
  if (look) checkTheme(look, collector);
}

function checkNames({ slug, name, neighbours }: SubmissionSubject, collector: Collector): void {
  for (const neighbour of neighbours) {
    const bySlug = slug === null ? null : findLookalike(slug, neighbour.slug);
    const byName = name === null ? null : findLookalike(name, neighbour.name);
    const [path, how] = bySlug ? ["slug", bySlug] : ["name", byName];
    if (!how) continue;
    const other = bySlug ? neighbour.slug : `“${neighbour.name}” (${neighbour.slug})`;
    collector.add("lookalike", {
      path: path ?? "slug",
      message: `looks ${how} as ${other} of ${neighbour.publisher}`,
      key: neighbour.slug,
    });
  }
}

const RULE_OF_WARNING = { CONTRAST: "low-contrast", MISSING_DARK: "missing-dark-variant" } as const;

function checkTheme(look: ThemeLook, collector: Collector): void {
  for (const { path, kind, message } of warningsOf(look.themeConfig)) {
    // The ratio in the message changes with every try; what is read on what stays.
    collector.add(RULE_OF_WARNING[kind], { path, message, key: message.replace(/ has a contrast of.*/, "") });
  }
  look.previewImages.forEach(({ altText }, index) => {
    if (altText.trim() !== "") return;
    const message = `The preview image ${index + 1} has no alternative text`;
    collector.add("missing-alt-text", { path: `previewImages.${index}`, message, key: String(index) });
  });
}
