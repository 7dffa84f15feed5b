import { afterEach, expect, it, vi } from "vitest";
import { createSession } from "../auth/sessions.ts";
import { storeSession, takeSession } from "./page-gate.ts";

const session = createSession({ userId: "nobody", sessionVersion: 1 });
const bearing = (nonce: string) => new Headers({ "x-nonce": nonce });

afterEach(() => void vi.useRealTimers());

it("gives a request's session to whoever bears its nonce, once", () => {
  storeSession(session, bearing("one"));
  expect(takeSession(bearing("another"))).toBeUndefined();
  expect(takeSession(bearing("one"))).toBe(session);
  expect(takeSession(bearing("one"))).toBeUndefined();
});

it("has nothing for requests without a nonce", () => {
  storeSession(session, new Headers());
  expect(takeSession(new Headers())).toBeUndefined();
});

it("forgets a session before what was looked up of it may be out of date", () => {
  vi.useFakeTimers();
  storeSession(session, bearing("late"));
  vi.advanceTimersByTime(5_001);
  expect(takeSession(bearing("late"))).toBeUndefined();
});
