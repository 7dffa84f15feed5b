import { describe, inject } from "vitest";

/** Entry point of the product: the production server (`front`), or Next alone with `app/api`. */
export interface EntryPoint {
  name: "front" | "next";
  origin: string;
}

const { front, next } = inject("entryPoints");

export const FRONT: EntryPoint = { name: "front", origin: front };
export const NEXT: EntryPoint = { name: "next", origin: next };

/** Runs the same tests on both entry points. */
export function describeBothEntryPoints(subject: string, tests: (entryPoint: EntryPoint) => void): void {
  for (const entryPoint of [FRONT, NEXT])
    describe(`${subject} (${entryPoint.name})`, () => tests(entryPoint));
}
