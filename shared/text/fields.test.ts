import fc from "fast-check";
import semver from "semver";
import { describe, expect, it } from "vitest";
import { precedenceKey } from "@/shared/version-key.ts";
import { Version } from "./fields.ts";

const VALID = [
  "0.0.4",
  "1.2.3",
  "10.20.30",
  "1.1.2-prerelease+meta",
  "1.1.2+meta",
  "1.1.2+meta-valid",
  "1.0.0-alpha",
  "1.0.0-beta",
  "1.0.0-alpha.beta",
  "1.0.0-alpha.beta.1",
  "1.0.0-alpha.1",
  "1.0.0-alpha0.valid",
  "1.0.0-alpha.0valid",
  "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay",
  "1.0.0-rc.1+build.1",
  "2.0.0-rc.1+build.123",
  "1.2.3-beta",
  "10.2.3-DEV-SNAPSHOT",
  "1.2.3-SNAPSHOT-123",
  "1.0.0",
  "2.0.0",
  "1.1.7",
  "2.0.0+build.1848",
  "2.0.1-alpha.1227",
  "1.0.0-alpha+beta",
  "1.2.3----RC-SNAPSHOT.12.9.1--.12+788",
  "1.2.3----R-S.12.9.1--.12+meta",
  "1.2.3----RC-SNAPSHOT.12.9.1--.12",
  "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
  "1.0.0-0A.is.legal",
  "999999999999999.999999999999999.999999999999999",
];

const INVALID = [
  "1",
  "1.2",
  "1.2.3-0123",
  "1.2.3-0123.0123",
  "1.1.2+.123",
  "+invalid",
  "-invalid",
  "-invalid+invalid",
  "-invalid.01",
  "alpha",
  "alpha.beta",
  "alpha.beta.1",
  "alpha.1",
  "alpha+beta",
  "alpha_beta",
  "alpha.",
  "alpha..",
  "beta",
  "1.0.0-alpha_beta",
  "-alpha.",
  "1.0.0-alpha..",
  "1.0.0-alpha..1",
  "1.0.0-alpha...1",
  "01.1.1",
  "1.01.1",
  "1.1.01",
  "1.2.3.DEV",
  "1.2-SNAPSHOT",
  "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788",
  "1.2-RC-SNAPSHOT",
  "-1.0.3-gamma+b7718",
  "+justmeta",
  "9.8.7+meta+meta",
  "9.8.7-whatever+meta+meta",
  "v1.2.3",
  "1.2.3\n",
  " 1.2.3",
  "",
  "9999999999999999.0.0",
  `1.0.0-${"a".repeat(128)}`,
];

describe("Version", () => {
  it.each(VALID)("accepts %s", (version) => {
    expect(Version.safeParse(version).success).toBe(true);
  });

  it.each(INVALID)("refuses %j", (version) => {
    expect(Version.safeParse(version).success).toBe(false);
  });
});

describe("precedenceKey", () => {
  const identifier = fc.oneof(
    fc.nat({ max: 20_000 }).map(String),
    fc.stringMatching(/^[0-9A-Za-z-]{0,3}[A-Za-z-][0-9A-Za-z-]{0,3}$/),
  );
  const version = fc
    .tuple(
      fc.nat({ max: 12 }),
      fc.nat({ max: 12 }),
      fc.nat({ max: 12 }),
      fc.array(identifier, { maxLength: 4 }),
    )
    .map(
      ([major, minor, patch, ids]) =>
        `${major}.${minor}.${patch}${ids.length > 0 ? `-${ids.join(".")}` : ""}`,
    );

  it("sorts bytewise as semver ranks", () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(Buffer.compare(Buffer.from(precedenceKey(a)), Buffer.from(precedenceKey(b))))).toBe(
          semver.compare(a, b),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it("leaves build metadata out", () => {
    expect(precedenceKey("1.0.0-rc.1+a")).toBe(precedenceKey("1.0.0-rc.1+b"));
  });
});
