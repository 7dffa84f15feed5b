import { expect, it } from "vitest";
import { findingsIn, GITHUB_TOKEN } from "@/e2e/support/checks.ts";
import { suggestReasons } from "./policy.ts";

it("suggests the reasons of findings once, the most severe first", () => {
  const findings = findingsIn({
    changelog: null,
    permissionsBefore: [],
    manifest: { permissions: ["network", "contacts.read"] },
    files: { "src/a.js": `eval(a);\neval(b);\nconst key = "${GITHUB_TOKEN}";\n` },
  });
  expect(suggestReasons(findings)).toEqual([
    "EXCESSIVE_PERMISSIONS",
    "SECRETS_IN_ARCHIVE",
    "SECURITY_RISK",
    "INCOMPLETE",
  ]);
  expect(suggestReasons([])).toEqual([]);
});
