import { join } from "node:path";
import { expect, it } from "vitest";
import { readEnv } from "@/server/core/env/env.ts";
import { describeStart } from "./start-message.ts";

it("shows the path of secrets.json relative to the project, or absolute outside of it", () => {
  const settings = readEnv({ DRYDOCK_EMBEDDED: "true" });
  expect(describeStart(settings, join(process.cwd(), ".data"), 1)).toContain("secrets: .data/secrets.json");
  expect(describeStart(settings, "/srv/drydock", 1)).toContain("secrets: /srv/drydock/secrets.json");
});
