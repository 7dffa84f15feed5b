import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skeletonOf } from "@/shared/name-skeleton.ts";
import { editDistance, findLookalike, lookalikeKeys } from "./lookalike.ts";

describe("findLookalike", () => {
  it.each([
    ["offline-sync", "0ffline-sync"],
    ["offline-sync", "offlinesync"],
    ["Offline Sync", "Оfflіne Ѕync"],
    ["modern-maps", "modem-maps"],
    ["pay-pal", "paypa1"],
    ["Café Karte", "Cafe Karte"],
    ["Cost Report", "Cоst Report"],
    ["Cost Report", "ᴄᴏꜱᴛ ʀᴇᴘᴏʀᴛ"],
    ["Cost Report", "🅲🅾🆂🆃 🅡🅔🅟🅞🅡🅣"],
    ["Cost Report", "🇨🇴🇸🇹 Report"],
    ["Hello World", "Ηello World"],
    ["Yellow Notes", "Υellow Νotes"],
    ["Acme Studio", "Ꭺcme Տtudio"],
    ["limes-tools", "Iimes-tools"],
    ["Łódź Maps", "Lodz Maps"],
    ["Thibaud Maps", "thᎥbaud maps"],
  ])("takes %s and %s for identical", (one, other) => {
    expect(findLookalike(one, other)).toBe("identical");
  });

  it.each([
    ["offline-sync", "ofline-sync"],
    ["offline-sync", "offline-snyc"],
    ["globex-maps", "globex-mops"],
  ])("takes %s and %s for similar", (one, other) => {
    expect(findLookalike(one, other)).toBe("similar");
  });

  it.each([
    ["maps", "caps"],
    ["notes", "votes"],
    ["offline-sync", "online-shop"],
    ["abc", "abc"],
  ])("tells %s and %s apart", (one, other) => {
    expect(findLookalike(one, other)).toBeNull();
  });
});

describe("lookalikeKeys", () => {
  it("are shared by names at edit distance one", () => {
    const name = fc.stringMatching(/^[a-z]{6,30}$/);
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom("a", "q"), (one, where, letter) => {
        const at = where % one.length;
        for (const other of [
          one.slice(0, at) + letter + one.slice(at),
          one.slice(0, at) + letter + one.slice(at + 1),
          one.slice(0, at) + one.slice(at + 1),
        ]) {
          const skeletons = [skeletonOf(one), skeletonOf(other)] as const;
          // A name whose skeleton has fewer than four letters has no keys.
          if (editDistance(...skeletons) > 1 || skeletons.some(({ length }) => length < 4)) continue;
          const keys = new Set(lookalikeKeys(one));
          expect(lookalikeKeys(other).some((key) => keys.has(key))).toBe(true);
        }
      }),
    );
  });

  it("are bounded for any name length", () => {
    expect(lookalikeKeys("x".repeat(5_000)).length).toBeLessThan(70);
    expect(lookalikeKeys("𝔞".repeat(80), "ﷺ".repeat(80)).length).toBeLessThan(140);
  });
});
