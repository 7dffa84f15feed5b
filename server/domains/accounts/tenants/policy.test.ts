import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Slug } from "@/shared/text/fields.ts";
import { toSlug } from "./policy.ts";

describe("toSlug", () => {
  it.each([
    ["Acme Studio", "acme-studio"],
    ["  Müller & Söhne  ", "muller-sohne"],
    ["3D Works", "d-works"],
    ["IO", "team-io"],
    ["漢字", "tenant"],
    ["--", "tenant"],
  ])("turns %s into %s", (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it("always returns a slug", () => {
    fc.assert(fc.property(fc.string(), (name) => Slug.safeParse(toSlug(name)).success));
  });
});
