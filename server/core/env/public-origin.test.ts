import { expect, it } from "vitest";
import { localOrigin } from "./public-origin.ts";

it.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["localhost", "http://localhost:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["", "http://127.0.0.1:3000"],
  ["::1", "http://[::1]:3000"],
  ["fd00::5", "http://[fd00::5]:3000"],
])("the origin of HOST %j is %s", (host, origin) => {
  expect(localOrigin(host, 3000)).toBe(origin);
  expect(new URL(origin).origin).toBe(origin);
});
