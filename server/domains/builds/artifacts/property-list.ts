const MAGIC = "bplist00";
const TRAILER_BYTES = 32;
const DICTIONARY = 0xd;
const ASCII = 0x5;
const UTF16 = 0x6;
const INTEGER = 0x1;
const LONG_COUNT = 0xf;

/**
 * Texts in the top dictionary of a property list, binary or XML, by key. Nested values are never read: in a binary list
 * they may refer to each other without end. Null for what is no property list.
 */
export function readPropertyList(bytes: Buffer): Map<string, string> | null {
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return readXml(bytes.toString());
  try {
    return readBinary(bytes);
  } catch {
    // An offset beyond the end.
    return null;
  }
}

/** XML as Xcode writes it. */
function readXml(text: string): Map<string, string> | null {
  if (!text.includes("<plist")) return null;
  const pairs = text.matchAll(/<key>([^<]{1,200})<\/key>\s{0,200}<string>([^<]{0,2000})<\/string>/g);
  const texts = new Map<string, string>();
  for (const [, key = "", value = ""] of pairs) if (!texts.has(key)) texts.set(key, decodeEntities(value));
  return texts;
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);

function readBinary(bytes: Buffer): Map<string, string> {
  const trailer = bytes.byteLength - TRAILER_BYTES;
  const [offsetSize, referenceSize] = [bytes.readUInt8(trailer + 6), bytes.readUInt8(trailer + 7)];
  const [top, table] = [readLong(bytes, trailer + 16), readLong(bytes, trailer + 24)];
  const offsetOf = (object: number) => bytes.readUIntBE(table + object * offsetSize, offsetSize);
  const textOf = (object: number) => readText(bytes, offsetOf(object));
  const texts = new Map<string, string>();
  const { type, count, start } = readMarker(bytes, offsetOf(top));
  if (type !== DICTIONARY) return texts;
  for (let index = 0; index < Math.min(count, MAX_KEYS); index += 1) {
    const at = start + index * referenceSize;
    const key = textOf(bytes.readUIntBE(at, referenceSize));
    const value = textOf(bytes.readUIntBE(at + count * referenceSize, referenceSize));
    if (key !== null && value !== null) texts.set(key, value);
  }
  return texts;
}

const MAX_KEYS = 1_000;

const readLong = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64BE(at));

/** Type of an object, the number of its parts, and where they begin. */
function readMarker(bytes: Buffer, at: number): { type: number; count: number; start: number } {
  const marker = bytes.readUInt8(at);
  const [type, low] = [marker >> 4, marker & 0xf];
  if (low !== LONG_COUNT) return { type, count: low, start: at + 1 };
  const sizeMarker = bytes.readUInt8(at + 1);
  if (sizeMarker >> 4 !== INTEGER) throw new RangeError("the count is no integer");
  const size = 2 ** (sizeMarker & 0xf);
  return { type, count: bytes.readUIntBE(at + 2, size), start: at + 2 + size };
}

function readText(bytes: Buffer, at: number): string | null {
  const { type, count, start } = readMarker(bytes, at);
  const end = start + (type === UTF16 ? 2 * count : count);
  if (end > bytes.byteLength) throw new RangeError("the text ends beyond the list");
  if (type === ASCII) return bytes.toString("latin1", start, end);
  if (type === UTF16) return Buffer.from(bytes.subarray(start, end)).swap16().toString("utf16le");
  return null;
}
