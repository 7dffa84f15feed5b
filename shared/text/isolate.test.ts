import { expect, it } from "vitest";
import { isolate } from "./isolate.ts";

it.each(["שלום", "سلام", "Drydock ירוק", "ދިވެހި", "𞤀𞤁"])("isolates %s", (name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`);
});

it.each(["Field Notes", "Größe", "写真注釈", "Заметки", "✨ Notes"])("leaves %s as it is", (name) => {
  expect(isolate(name)).toBe(name);
});
