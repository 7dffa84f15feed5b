import { type Operation, TRPCClientError } from "@trpc/client";
import { type Observer, observable } from "@trpc/server/observable";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppRouter } from "@/server/router.ts";
import { reconnectLink } from "./reconnect-link.ts";

type Failure = TRPCClientError<AppRouter>;
type Upstream = Observer<Parameters<Observer<never, Failure>["next"]>[0], Failure>;

const op = {
  id: 1,
  type: "subscription",
  path: "builds.onLog",
  input: { buildId: "b" },
  context: {},
} as unknown as Operation;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A subscription through the link. Its upstream is the stream that it opened last. */
function subscribe() {
  const opened: { input: unknown; isClosed: boolean; upstream: Upstream }[] = [];
  const states: (string | null)[] = [];
  const ends: string[] = [];
  const next = (operation: Operation) =>
    observable<never, Failure>((upstream) => {
      const stream = { input: operation.input, isClosed: false, upstream: upstream as unknown as Upstream };
      opened.push(stream);
      emit({ type: "state", state: "connecting", error: null });
      return () => {
        stream.isClosed = true;
      };
    });
  const latest = () => {
    const stream = opened.at(-1);
    if (!stream) throw new Error("no stream is open");
    return stream;
  };
  const emit = (result: object) => latest().upstream.next({ result } as never);
  const subscription = reconnectLink({})({ op, next: next as never }).subscribe({
    next: ({ result }) => {
      if (result.type === "state") states.push(result.error?.message ?? null);
    },
    error: (error) => ends.push(error.message),
  });
  return { opened, states, ends, latest, emit, unsubscribe: () => subscription.unsubscribe() };
}

const failed = () => new TRPCClientError<AppRouter>("502 of a proxy");

test("a stream that failed is opened again after its last event, and keeps its error until connected", () => {
  const { opened, states, latest, emit } = subscribe();
  emit({ type: "started" });
  emit({ id: "4096", data: {} });
  latest().upstream.error(failed());
  vi.advanceTimersByTime(3_000);
  expect(opened.map(({ input }) => input)).toEqual([{ buildId: "b" }, { buildId: "b", lastEventId: "4096" }]);
  emit({ type: "started" });
  emit({ type: "state", state: "pending", error: null });
  emit({ type: "state", state: "connecting", error: null });
  expect(states).toEqual([null, "502 of a proxy", "502 of a proxy", null, null]);
});

test("attempts get rarer, to one in 30 seconds, until the stream is connected", () => {
  const { opened, latest, emit } = subscribe();
  const attempts = (ms: number) => {
    latest().upstream.error(failed());
    vi.advanceTimersByTime(ms - 1);
    const before = opened.length;
    vi.advanceTimersByTime(1);
    return opened.length - before;
  };
  expect([3_000, 6_000, 12_000, 24_000, 30_000, 30_000].map(attempts)).toEqual([1, 1, 1, 1, 1, 1]);
  emit({ type: "started" });
  expect(attempts(3_000)).toBe(1);
});

test("a stream that the server ended with its own error, or that is unsubscribed, is not opened again", () => {
  const refused = subscribe();
  const error = new TRPCClientError<AppRouter>("Not found", {
    result: { error: { message: "Not found", code: -32004, data: { appCode: "NOT_FOUND" } } } as never,
  });
  refused.latest().upstream.error(error);
  const left = subscribe();
  left.latest().upstream.error(failed());
  left.unsubscribe();
  vi.advanceTimersByTime(120_000);
  expect(refused.ends).toEqual(["Not found"]);
  expect([refused.opened.length, left.opened.length]).toEqual([1, 1]);
});
