import { LISTING_TYPE_LABELS } from "@/shared/labels.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import { warningsOf } from "../theme.ts";
import type { ThemeLook } from "../theme-config.ts";
import { checkItemName } from "./file-names.ts";
import type { Collector } from "./finding.ts";
import { searchMarkdownField } from "./images.ts";
import { findLookalike } from "./lookalike.ts";

/** Similar item of another publisher. */
export interface SimilarItem {
  type: ListingType;
  slug: string;
  name: string;
  publisher: string;
}

export interface SubmissionSubject {
  slug: string | null;
  name: string | null;
  changelog: string | null;
  /** Reason of the block of the archive; null without one. */
  blockReason: string | null;
  similarItems: readonly SimilarItem[];
  /** Texts that are shown as they were written: a file of the archive, or a field of the submission. */
  unformatted: readonly string[];
  look: ThemeLook | null;
}

/** Rules on a submission beside its files. */
export function checkSubmission(subject: SubmissionSubject, collector: Collector): void {
  const { blockReason, changelog, look } = subject;
  if (blockReason !== null) {
    collector.add("blocked-archive", { message: `is blocked: ${blockReason}`, key: "blocked" });
  }
  checkNames(subject, collector);
  if (subject.name !== null) checkItemName(subject.name, collector);
  if (changelog === null) {
    const message = "The submission has no changelog";
    collector.add("missing-changelog", { path: "changelog", message, key: "changelog" });
  } else {
    searchMarkdownField("changelog", changelog, collector);
  }
  for (const path of subject.unformatted) {
    const message = "is too complex to format, in part or as a whole";
    collector.add("unformatted", { path, message, key: "unformatted" });
  }
  if (look) checkTheme(look, collector);
}

function checkNames({ slug, name, similarItems }: SubmissionSubject, collector: Collector): void {
  for (const item of similarItems) {
    const bySlug = slug === null ? null : findLookalike(slug, item.slug);
    const byName = name === null ? null : findLookalike(name, item.name);
    const [path, how] = bySlug ? ["slug", bySlug] : ["name", byName];
    if (!how) continue;
    const other = bySlug ? item.slug : `“${item.name}” (${item.slug})`;
    collector.add("lookalike", {
      path: path ?? "slug",
      message: `is ${how} to the ${LISTING_TYPE_LABELS[item.type].toLowerCase()} ${other} by ${item.publisher}`,
      key: `${item.type} ${item.slug}`,
    });
  }
}

const RULE_BY_WARNING = { CONTRAST: "low-contrast", MISSING_DARK: "missing-dark-variant" } as const;

function checkTheme(look: ThemeLook, collector: Collector): void {
  for (const { path, kind, message } of warningsOf(look.themeConfig)) {
    // The key omits the ratio, which changes with every edit.
    collector.add(RULE_BY_WARNING[kind], { path, message, key: message.replace(/ has a contrast of.*/, "") });
  }
  look.previewImages.forEach(({ altText }, index) => {
    if (altText.trim() !== "") return;
    const message = `Preview image ${index + 1} has no alternative text`;
    collector.add("missing-alt-text", { path: `previewImages.${index}`, message, key: String(index) });
  });
}
