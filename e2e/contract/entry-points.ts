import { describe, inject } from "vitest";

/** A way into the product: the production front, or Next alone with `app/api`. */
export interface Door {
  name: "front" | "next";
  origin: string;
}

const { front, next } = inject("doors");

export const FRONT: Door = { name: "front", origin: front };
export const NEXT: Door = { name: "next", origin: next };

/** The same promises, kept by both doors. */
export function describeBothDoors(subject: string, tests: (door: Door) => void): void {
  for (const door of [FRONT, NEXT]) describe(`${subject} (${door.name})`, () => tests(door));
}
