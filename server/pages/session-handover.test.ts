import { afterEach, expect, it, vi } from "vitest";
import { sessionOf } from "../auth/sessions.ts";
import { handOver, takeOver } from "./session-handover.ts";

const session = sessionOf({ userId: "nobody", sessionVersion: 1 });
const bearing = (nonce: string) => new Headers({ "x-nonce": nonce });

afterEach(() => void vi.useRealTimers());

it("gives a request's session to whoever bears its nonce, once", () => {
  handOver(session, bearing("one"));
  expect(takeOver(bearing("another"))).toBeUndefined();
  expect(takeOver(bearing("one"))).toBe(session);
  expect(takeOver(bearing("one"))).toBeUndefined();
});

it("has nothing for requests without a nonce", () => {
  handOver(session, new Headers());
  expect(takeOver(new Headers())).toBeUndefined();
});

it("forgets a session before what was looked up of it may be out of date", () => {
  vi.useFakeTimers();
  handOver(session, bearing("late"));
  vi.advanceTimersByTime(5_001);
  expect(takeOver(bearing("late"))).toBeUndefined();
});
