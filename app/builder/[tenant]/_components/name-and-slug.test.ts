import { expect, it } from "vitest";
import { slugify } from "@/app/_components/forms/name-and-slug.tsx";

it.each([
  ["Offline Sync", "offline-sync"],
  ["  Größe & Maß!  ", "große-ma".replace("ß", "-")],
  ["3D Maps 2", "d-maps-2"],
  ["Crème brûlée", "creme-brulee"],
  ["日本", ""],
  [`${"long ".repeat(13)}`, "long-long-long-long-long-long-long-long-long-long-long-long-long"],
])("of %j is %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
