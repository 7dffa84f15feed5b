import { describe, expect, it } from "vitest";
import { code, type Files, findingsIn, GITHUB_TOKEN, SUBJECT } from "@/e2e/support/checks.ts";
import { openCheck } from "./check.ts";
import type { Finding } from "./finding.ts";

describe("a finding", () => {
  const of = (files: Files): Finding => {
    const [finding] = findingsIn({ files }).filter(({ rule }) => rule !== "network-host");
    if (!finding) throw new Error("nothing was found");
    return finding;
  };

  it("keeps its fingerprint when its line moves, and gets another in another file", () => {
    const first = of(code("eval(input)"));
    const moved = of(code("", "", "  eval(input)"));
    expect(moved).toMatchObject({ line: 3, fingerprint: first.fingerprint });
    expect(of({ "src/b.ts": "eval(input)" }).fingerprint).not.toBe(first.fingerprint);
  });

  it("differs from a similar one in the same file", () => {
    const prints = findingsIn({ files: code("eval(a)", "eval(a)", "eval(b)") }).map(
      ({ fingerprint }) => fingerprint,
    );
    expect(new Set(prints).size).toBe(3);
  });

  it("masks the secret", () => {
    const { message, excerpt } = of(code(GITHUB_TOKEN));
    expect(`${message} ${excerpt}`).not.toContain(GITHUB_TOKEN.slice(0, 12));
    expect(excerpt).toBe("ghp_a1a1…");
  });

  it("keeps markup as text, without control characters, and short", () => {
    const { excerpt } = of(code(`eval("<script>alert(1)</script>\u001b[31m\u202e${"z".repeat(900)}")`));
    expect(excerpt).toContain("<script>alert(1)</script>\uFFFD[31m\uFFFDzzz");
    expect(excerpt?.length).toBeLessThan(310);
  });

  it("is sorted by severity", () => {
    const rules = findingsIn({ changelog: null, files: code("eval(a)", GITHUB_TOKEN) }).map(
      ({ rule }) => rule,
    );
    expect(rules).toEqual(["secret", "dynamic-code", "missing-changelog"]);
  });

  it("is one of up to fifty per rule; further ones are counted", () => {
    const opened = openCheck(SUBJECT);
    const file = opened.openFile("a.js", 1);
    file.write(Buffer.from("eval(x);\n".repeat(2_000)));
    file.end();
    expect(opened.end()).toMatchObject({ findings: { length: 50 }, further: 1_950 });
  });
});
