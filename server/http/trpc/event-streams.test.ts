import { afterEach, expect, it } from "vitest";
import { MAX_EVENT_STREAMS_PER_SESSION, openEventStream, releaseAtEnd } from "./event-streams.ts";

const open: ReturnType<typeof openEventStream>[] = [];
afterEach(() => {
  for (const slot of open.splice(0)) slot?.release();
});

const openAll = () => {
  for (let count = open.length; count < MAX_EVENT_STREAMS_PER_SESSION; count += 1)
    open.push(openEventStream("session"));
};

const expectFull = () => expect(openEventStream("session")).toBeNull();

it("limits the open streams of a session, and frees a slot once", () => {
  openAll();
  expectFull();
  openEventStream("other")?.release();
  const last = open.pop();
  last?.release();
  last?.release();
  openAll();
  expectFull();
});

const endless = () =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }));

it.each<[string, (response: Response, abort: AbortController) => unknown]>([
  ["is cancelled", (response) => response.body?.cancel()],
  ["has a client that disconnects", (_response, abort) => abort.abort()],
])("releases the slot of a stream that %s", async (_, end) => {
  openAll();
  const abort = new AbortController();
  const response = releaseAtEnd(endless(), abort.signal, () => open.pop()?.release());
  await end(response, abort);
  const slot = openEventStream("session");
  expect(slot).not.toBeNull();
  slot?.release();
});

it("breaks a stream off at the end of its lifetime, and ends a finished one", async () => {
  let releases = 0;
  const broken = releaseAtEnd(endless(), new AbortController().signal, () => releases++, 20);
  await expect(broken.text()).rejects.toThrow("lifetime");
  expect(await releaseAtEnd(new Response("all"), new AbortController().signal, () => releases++).text()).toBe(
    "all",
  );
  expect(releases).toBe(2);
});
