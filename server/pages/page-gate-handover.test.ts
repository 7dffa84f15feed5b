import { afterEach, expect, it, vi } from "vitest";
import { createSession } from "@/server/auth/sessions/load-session.ts";
import { storeSession, takeSession } from "./page-gate.ts";

const session = createSession({ userId: "nobody", sessionId: "none", sessionVersion: 1 });
const bearing = (nonce: string) => new Headers({ "x-nonce": nonce });

afterEach(() => void vi.useRealTimers());

it("returns the session of a nonce once", () => {
  storeSession(session, bearing("one"));
  expect(takeSession(bearing("another"))).toBeUndefined();
  expect(takeSession(bearing("one"))).toBe(session);
  expect(takeSession(bearing("one"))).toBeUndefined();
});

it("returns nothing without a nonce", () => {
  storeSession(session, new Headers());
  expect(takeSession(new Headers())).toBeUndefined();
});

it("expires a session", () => {
  vi.useFakeTimers();
  storeSession(session, bearing("late"));
  vi.advanceTimersByTime(5_001);
  expect(takeSession(bearing("late"))).toBeUndefined();
});
