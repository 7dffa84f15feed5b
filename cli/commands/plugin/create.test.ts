import { describe, expect, test } from "vitest";
import { parsePluginName } from "@/cli/commands/plugin/create.ts";

describe("parsePluginName", () => {
  test.each([
    ["offline-sync", "offline-sync", "Offline Sync"],
    ["OfflineSync", "offline-sync", "Offline Sync"],
    ["Offline Sync 2", "offline-sync-2", "Offline Sync 2"],
    ["my_plugin", "my-plugin", "My Plugin"],
    ["Café-Karte", "cafe-karte", "Cafe Karte"],
  ])("makes a slug and a title of %s, and keeps the folder's name", (given, slug, title) => {
    expect(parsePluginName(given)).toEqual({ folder: given, slug, title });
  });

  test.each([
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "/abs",
    "C:drive",
    "-rf",
    ".hidden",
    "trailing.",
    "trailing ",
    "nul",
    "ab",
    "1abc",
    "日本語",
    "a\nb",
    "\u001b[31mred",
    "x".repeat(65),
  ])("refuses %j as wrong usage", (given) => {
    expect(() => parsePluginName(given)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ exitCode: 2 }) }),
    );
  });
});
