import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countWaitingPages, createPatientFetch } from "./page-requests.ts";

const target = new EventTarget();
const PAGE = { headers: { rsc: "1" } };
const away = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => void vi.stubGlobal("window", target));
afterEach(() => void vi.unstubAllGlobals());

it("waits with a page until the network is back", async () => {
  const fetchOnce = vi.fn<typeof fetch>(away);
  const opened = createPatientFetch(fetchOnce)("/builder", PAGE);
  await vi.waitFor(() => expect(countWaitingPages()).toBe(1));
  fetchOnce.mockResolvedValue(new Response("page"));
  target.dispatchEvent(new Event("online"));
  expect(await (await opened).text()).toBe("page");
  expect([countWaitingPages(), fetchOnce.mock.calls.length]).toEqual([0, 2]);
});

it("lets prefetches, other requests and aborted pages fail", async () => {
  const patientFetch = createPatientFetch(away);
  const prefetch = { headers: { rsc: "1", "next-router-prefetch": "1" } };
  const aborted = { ...PAGE, signal: AbortSignal.abort() };
  for (const init of [{}, prefetch, aborted])
    await expect(patientFetch("/builder", init)).rejects.toThrow("Failed to fetch");
  expect(countWaitingPages()).toBe(0);
});
