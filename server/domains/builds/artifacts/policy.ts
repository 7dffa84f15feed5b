export type InstallKind = "apk" | "ipa";

/** Kind of an artifact by its file name; null for files that a phone does not install, such as `.aab`. */
export function toInstallKind(fileName: string): InstallKind | null {
  const name = fileName.toLowerCase();
  if (name.endsWith(".apk")) return "apk";
  return name.endsWith(".ipa") ? "ipa" : null;
}

/** Change of a size against another one, as a fraction; null without the other. */
export const toSizeChange = (sizeBytes: number, before: number | null): number | null =>
  before === null || before === 0 ? null : (sizeBytes - before) / before;
