import { createHash } from "node:crypto";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";

/** Entry of a tar archive; every header field can be invalid. */
export interface RawTarEntry {
  path: string | Buffer;
  content?: string | Buffer;
  /** Type flag; default by a trailing slash of the path. */
  type?: string;
  linkName?: string;
  /** Size in the header, if it differs from the content's. */
  statedSize?: number | string;
  magic?: string;
}

export const MANIFEST = {
  name: "Offline Sync",
  slug: "offline-sync",
  type: "app",
  version: "1.0.0",
  description: "Keeps data at hand without a network.",
  entry: "index.js",
};

/** Entries of a valid plugin, with manifest overrides. */
export function pluginEntries(manifest: object = {}): RawTarEntry[] {
  return [
    { path: "plugin.json", content: JSON.stringify({ ...MANIFEST, ...manifest }) },
    { path: "index.js", content: "export default {};\n" },
  ];
}

/** Archive of a valid plugin with its digest. */
export function pluginArchive(manifest: object = {}, extraEntries: RawTarEntry[] = []) {
  const bytes = gzipSync(buildTar([...pluginEntries(manifest), ...extraEntries]), { level: 1 });
  return { bytes: new Uint8Array(bytes), sha256: sha256Of(bytes) };
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Tar archive of the entries, with the two end blocks. */
export function buildTar(entries: readonly RawTarEntry[]): Buffer {
  return Buffer.concat([...entries.map(tarBlocks), Buffer.alloc(1_024)]);
}

export function tarBlocks({
  path,
  content = "",
  type,
  linkName = "",
  statedSize,
  magic,
}: RawTarEntry): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  Buffer.from(path).copy(header, 0, 0, 100);
  const size = statedSize ?? body.byteLength;
  header.write("0000644\0", 100);
  header.write(typeof size === "string" ? size : `${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write(type ?? (String(path).endsWith("/") ? "5" : "0"), 156, "latin1");
  header.write(linkName, 157);
  header.write(magic ?? "ustar\x0000", 257, "latin1");
  return Buffer.concat([withChecksum(header), body, Buffer.alloc((512 - (body.byteLength % 512)) % 512)]);
}

/** Extended (pax) header of the next entry. */
export function paxEntry(records: Record<string, string>, type = "x"): RawTarEntry {
  const lines = Object.entries(records).map(([key, value]) => paxLine(`${key}=${value}\n`));
  return { path: "PaxHeader/entry", type, content: lines.join("") };
}

/** Gzip member; `overrides` make it invalid. */
export function gzipMember(
  bytes: Buffer,
  overrides: { crc?: number; length?: number; header?: Buffer } = {},
): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(overrides.crc ?? crc32(bytes), 0);
  trailer.writeUInt32LE(overrides.length ?? bytes.byteLength, 4);
  const header = overrides.header ?? Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([header, deflateRawSync(bytes), trailer]);
}

function paxLine(record: string): string {
  for (let digits = 1; ; digits += 1) {
    const length = Buffer.byteLength(record) + digits + 1;
    if (String(length).length === digits) return `${length} ${record}`;
  }
}

/** Tar archive whose checksums are written in another way, signed or by a format of its own. */
export function rewriteChecksums(tar: Buffer, format: (sum: number) => string, isSigned = false): Buffer {
  const copy = Buffer.from(tar);
  for (let at = 0; copy[at] !== 0; ) {
    const header = copy.subarray(at, at + 512);
    withChecksum(header, format, isSigned);
    at += 512 * (1 + Math.ceil(Number.parseInt(header.toString("latin1", 124, 135), 8) / 512));
  }
  return copy;
}

const formatChecksum = (sum: number) => `${sum.toString(8).padStart(6, "0")}\0 `;

function withChecksum(header: Buffer, format = formatChecksum, isSigned = false): Buffer {
  header.fill(" ", 148, 156);
  let sum = 0;
  for (let at = 0; at < 512; at += 1) sum += isSigned ? header.readInt8(at) : (header[at] ?? 0);
  header.write(format(sum), 148, 8, "latin1");
  return header;
}
