import { expect, it } from "vitest";
import { readPropertyList } from "./property-list.ts";

/** Made by Python's plistlib. */
const BINARY = Buffer.from(
  "YnBsaXN0MDDVAQIDBAUGBwgJCl8QEkNGQnVuZGxlSWRlbnRpZmllclxDRkJ1bmRsZU5hbWVfEBpDRkJ1bmRsZVNob3J0VmVyc2lvblN0cmluZ1hMb25nVGV4dF5VSURldmljZUZhbWlseV8QD3Rlc3QuYWNtZS5ub3Rlc2UATgD2AHQAZQBzVTIuNC4wXxAgYSBsb25nIHRleHQgb2YgbW9yZSB0aGFuIGZpZnRlZW6iCwwQARACCBMoNVJbanyHjbCztQAAAAAAAAEBAAAAAAAAAA0AAAAAAAAAAAAAAAAAAAC3",
  "base64",
);

const TEXTS = {
  CFBundleIdentifier: "test.acme.notes",
  CFBundleName: "Nötes",
  CFBundleShortVersionString: "2.4.0",
  LongText: "a long text of more than fifteen",
};

it("reads the texts of the top dictionary of a binary list, and nothing nested", () => {
  expect(Object.fromEntries(readPropertyList(BINARY) ?? [])).toEqual(TEXTS);
});

it("reads XML", () => {
  const xml =
    '<plist version="1.0"><dict><key>A</key><string>b &amp;lt; c</string><key>N</key><integer>1</integer></dict></plist>';
  expect(Object.fromEntries(readPropertyList(Buffer.from(xml)) ?? [])).toEqual({ A: "b &lt; c" });
});

it("takes damaged lists", () => {
  expect(readPropertyList(Buffer.from("no list"))).toBeNull();
  for (let length = 0; length < BINARY.byteLength; length += 1) readPropertyList(BINARY.subarray(0, length));
  for (let at = 8; at < BINARY.byteLength; at += 1) {
    const damaged = Buffer.from(BINARY);
    damaged[at] = 0xff;
    readPropertyList(damaged);
  }
});
