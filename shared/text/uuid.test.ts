import { expect, it } from "vitest";
import { isUuid } from "./uuid.ts";

const ID = "01900000-0000-7000-8000-00000000a001";

it("knows UUIDs in lower case from all other text", () => {
  expect(isUuid(ID)).toBe(true);
  for (const text of [
    "",
    ID.toUpperCase(),
    ` ${ID}`,
    `${ID}\n`,
    `${ID}0`,
    ID.slice(1),
    ID.replaceAll("-", ""),
  ])
    expect(isUuid(text)).toBe(false);
});
