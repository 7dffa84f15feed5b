import { describe, expect, it } from "vitest";
import { findNewerVersion } from "./version.ts";

describe("findNewerVersion", () => {
  it.each([
    ["drydock-cli/0.9.0 node/24.1.0", "0.10.0"],
    ["drydock-cli/0.10.0-rc.1 node/24.1.0", "0.10.0"],
    ["drydock-cli/0.10.0 node/24.1.0", null],
    ["drydock-cli/1.0.0 node/24.1.0", null],
    ["drydock-cli/x", null],
    ["curl/8.0.0", null],
    [null, null],
  ])("of %s is %s", (userAgent, newer) => {
    expect(findNewerVersion(userAgent, "0.10.0")).toBe(newer);
  });
});
