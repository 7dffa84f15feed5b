/** The little of ASN.1's DER that a certificate is made of. */
export const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body]);
  const digits = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, body]);
};

export const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
export const set = (...parts: Uint8Array[]): Buffer => der(0x31, ...parts);
export const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
export const octets = (...parts: Uint8Array[]): Buffer => der(0x04, ...parts);
export const bits = (body: Uint8Array): Buffer => der(0x03, Buffer.from([0]), body);
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
export const yes: Buffer = der(0x01, Buffer.from([0xff]));
export const nothing: Buffer = der(0x05);
/** `20260801120000Z` */
export const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const base128 = (value: number): number[] => {
    const low = [value & 0x7f];
    for (let high = value >> 7; high > 0; high >>= 7) low.unshift((high & 0x7f) | 0x80);
    return low;
  };
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};
