/** Bytes that type detection needs. */
export const HEAD_BYTES = 4_096;

const PROGRAMS: readonly [magic: string, what: string][] = [
  ["7f454c46", "a program or library for Linux"],
  ["4d5a", "a program or library for Windows"],
  ["feedface", "a program or library for macOS"],
  ["feedfacf", "a program or library for macOS"],
  ["cefaedfe", "a program or library for macOS"],
  ["cffaedfe", "a program or library for macOS"],
  ["cafebabe", "a Java class file or a macOS program"],
  ["0061736d", "WebAssembly"],
  ["6465780a", "a program for Android"],
];

const ARCHIVES: readonly [magic: string, what: string][] = [
  ["504b0304", "is an archive that is not checked (zip)"],
  ["1f8b", "is an archive that is not checked (gzip)"],
  ["377abcaf271c", "is an archive that is not checked (7z)"],
  ["526172211a07", "is an archive that is not checked (rar)"],
  ["fd377a585a00", "is an archive that is not checked (xz)"],
  ["28b52ffd", "is an archive that is not checked (zstd)"],
];

/** Magic bytes of images, fonts, audio and video. */
const MEDIA: readonly string[] = [
  "89504e470d0a1a0a",
  "ffd8ff",
  "474946383761",
  "474946383961",
  "52494646",
  "00000100",
  "774f4646",
  "774f4632",
  "0001000000",
  "4f54544f",
  "494433",
  "fffb",
  "4f676753",
  "1a45dfa3",
  "25504446",
];

export type Content =
  | { kind: "text" }
  | { kind: "media" }
  | { kind: "program"; what: string }
  | { kind: "binary"; what: string };

/** Type of a file by its magic bytes. A file without a zero byte is text. */
export function classify(head: Uint8Array): Content {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const magicBytes = bytes.toString("hex", 0, 16);
  const isBinary = bytes.includes(0);
  // A magic of two letters also occurs in text.
  const program = PROGRAMS.find(([magic]) => magicBytes.startsWith(magic) && (isBinary || magic.length > 4));
  if (program) return { kind: "program", what: program[1] };
  const archive = ARCHIVES.find(([magic]) => magicBytes.startsWith(magic));
  if (archive) return { kind: "binary", what: archive[1] };
  if (MEDIA.some((magic) => magicBytes.startsWith(magic)) || magicBytes.startsWith("66747970", 8)) {
    return { kind: "media" };
  }
  return isBinary ? { kind: "binary", what: "is not text, an image, a font or audio" } : { kind: "text" };
}
