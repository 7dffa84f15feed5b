import type { Platform } from "../schema/index.ts";
import { fillTemplate, listFiles, readText } from "./data.ts";
import { createRandom, type Random } from "./random.ts";

const FOLDERS: Record<Platform, string> = { ANDROID: "error-logs/android", IOS: "error-logs/ios" };
/** Failures before the tools of a platform start. */
const SHARED_FOLDER = "error-logs/javascript";
const SCREENS = [
  "HomeScreen",
  "EntryEditor",
  "SyncStatusScreen",
  "SettingsScreen",
  "PhotoPicker",
  "MapScreen",
];

const OUTAGE_FOLDER = "error-logs/outage";

export interface FailedBuild {
  app: { name: string; slug: string };
  platform: Platform;
  version: string;
}

/** Error logs of failed builds. The templates of a platform are used in turn, so that each occurs. */
export function createErrorLogWriter(random: Random): (build: FailedBuild) => string {
  const templates = new Map<Platform, string[]>();
  return (build) => {
    const { platform } = build;
    const known = templates.get(platform) ?? [...listFiles(FOLDERS[platform]), ...listFiles(SHARED_FOLDER)];
    const [next = "", ...others] = known;
    templates.set(platform, [...others, next]);
    return renderLog(readText(next), build, random);
  };
}

export function createOutageLogWriter(): (build: FailedBuild) => string {
  const random = createRandom("outage logs");
  const templates = listFiles(OUTAGE_FOLDER).map(readText);
  return (build) => renderLog(random.pick(templates), build, random);
}

/**
 * Fills a template: `{{name}}` with a fact, `{{line+6}}` with a sum, `{{2-58}}` with a number between both, `{{a|b}}` with
 * one of them; a line that begins with `{{700 times}}` is repeated, with new random values each time.
 */
function renderLog(template: string, { app, version }: FailedBuild, random: Random): string {
  const { name, slug } = app;
  const facts: Record<string, string | number> = {
    name,
    slug,
    version,
    screen: random.pick(SCREENS),
    line: random.integer(18, 240),
    target: name.replaceAll(/\W/g, ""),
    package: slug.replaceAll("-", ""),
  };
  const repeated = template.replaceAll(/^\{\{(\d+) times\}\}(.*\n)/gm, (_match, times, line) =>
    line.repeat(Number(times)),
  );
  return fillTemplate(repeated, (expression) => {
    if (expression in facts) return facts[expression];
    const [, lowest, highest] = /^(\d+)-(\d+)$/.exec(expression) ?? [];
    if (lowest) return random.integer(Number(lowest), Number(highest));
    if (expression.includes("|")) return random.pick(expression.split("|"));
    const [fact = "", offset] = expression.split("+");
    return Number(facts[fact]) + Number(offset);
  });
}
