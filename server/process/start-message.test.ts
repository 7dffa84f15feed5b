import { join } from "node:path";
import { expect, it } from "vitest";
import { readEnv } from "../platform/env/env.ts";
import { describeStart } from "./start-message.ts";

it("names the file of secrets as one would type it, from the project or from anywhere", () => {
  const settings = readEnv({ DRYDOCK_EMBEDDED: "true" });
  expect(describeStart(settings, join(process.cwd(), ".data"), 1)).toContain("are in .data/secrets.json");
  expect(describeStart(settings, "/srv/drydock", 1)).toContain("are in /srv/drydock/secrets.json");
});
