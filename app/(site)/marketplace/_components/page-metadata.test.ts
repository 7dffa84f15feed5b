import { expect, it } from "vitest";
import { toJsonLd } from "./page-metadata.tsx";

it("keeps the text and cannot end or comment out the element", () => {
  const data = { name: `</script><script>alert(1)</script><!-- & \u2028\u2029 "'` };
  const json = toJsonLd(data);
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(data);
});
