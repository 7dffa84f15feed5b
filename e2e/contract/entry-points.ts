import { describe, inject } from "vitest";

/** A way into the product: the production front, or Next alone with `app/api`. */
export interface RouteHandlers {
  name: "front" | "next";
  origin: string;
}

const { front, next } = inject("doors");

export const FRONT: RouteHandlers = { name: "front", origin: front };
export const NEXT: RouteHandlers = { name: "next", origin: next };

/** The same promises, kept by both doors. */
export function describeBothEntryPoints(subject: string, tests: (door: RouteHandlers) => void): void {
  for (const door of [FRONT, NEXT]) describe(`${subject} (${door.name})`, () => tests(door));
}
