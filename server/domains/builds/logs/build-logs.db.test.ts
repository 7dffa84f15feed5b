import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { buildLogPieces, memberships } from "@/db/schema/index.ts";
import { sessionOfActor, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { createCaller } from "@/server/router.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { reportBuild } from "../report.ts";
import { appendLog } from "./append.ts";
import { closeLogs } from "./close.ts";
import { openLog } from "./download.ts";
import { followLog } from "./follow.ts";
import { readLog } from "./read.ts";

setUpPlatform();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-logs-"));
  completeEnv({ DATA_DIR: directory });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const WORKER = "linux-1";
const worker = () => createContext({ kind: "worker", workerId: null });
const later = (ms: number) => ({ ...systemContext("jobs"), now: () => new Date(Date.now() + ms) });

async function runningBuild() {
  const ctx = await signInMember();
  const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const { id } = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
  await reportBuild(worker(), { buildId: id, status: "IN_PROGRESS", workerId: WORKER });
  const say = (text: string, offset: number) => appendLog(worker(), id, { workerId: WORKER, text, offset });
  const all = () => readLog(ctx, { buildId: id, start: 0, limit: 1_048_576 });
  const end = () => reportBuild(worker(), { buildId: id, status: "COMPLETED", workerId: WORKER });
  return { ctx, id, say, all, end };
}

const refusal = (code: string) => expect.objectContaining({ code });

describe("appendLog", () => {
  it("ignores repeated chunks, and refuses a gap", async () => {
    const { say, all } = await runningBuild();
    expect(await say("one\n", 0)).toEqual({ sizeBytes: "4", truncated: false });
    expect(await say("one\ntwo\n", 0)).toEqual({ sizeBytes: "8", truncated: false });
    expect(await say("two\n", 4)).toEqual({ sizeBytes: "8", truncated: false });
    expect(await say("", 0)).toEqual({ sizeBytes: "8", truncated: false });
    await expect(say("four\n", 12)).rejects.toEqual(refusal("INVALID_TRANSITION"));
    expect(await all()).toMatchObject({ text: "one\ntwo\n", start: 0, end: 8, sizeBytes: 8, isOpen: true });
  });

  it("keeps the order of concurrent chunks", async () => {
    const { say, all } = await runningBuild();
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}\n`).join("");
    await Promise.all(Array.from({ length: 10 }, (_, index) => say(text.slice(0, (index + 1) * 40), 0)));
    await say(text, 0);
    expect((await all()).text).toBe(text);
  });

  it("refuses other workers", async () => {
    const { id } = await runningBuild();
    const words = { text: "mine", offset: 0 };
    await expect(appendLog(worker(), id, { ...words, workerId: "other" })).rejects.toEqual(
      refusal("INVALID_TRANSITION"),
    );
    const nothing = "01900000-0000-7000-8000-0000000000ff";
    await expect(appendLog(worker(), nothing, { ...words, workerId: WORKER })).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
  });
});

describe("readLog", () => {
  it("returns whole characters in slices of any size, before and after the log is stored", async () => {
    const { ctx, id, say, end } = await runningBuild();
    const text = "é🚢 \u001b[31mred\u001b[0m\n".repeat(40);
    for (let start = 0; start < text.length; start += 97) {
      const before = Buffer.byteLength(text.slice(0, start).toWellFormed());
      if (text.slice(0, start).isWellFormed()) await say(text.slice(start), before);
    }
    const inParts = async () => {
      let whole = "";
      for (let at = 0; ; ) {
        const part = await readLog(ctx, { buildId: id, start: at, limit: 13 });
        whole += part.text;
        at = part.end;
        if (at >= part.sizeBytes) return whole;
      }
    };
    expect(await inParts()).toBe(text);
    await end();
    await closeLogs(later(31_000));
    expect(await inParts()).toBe(text);
    const inside = await readLog(ctx, { buildId: id, start: 3, limit: 100 });
    expect(inside.start).toBe(6);
  });

  it("has the times at which output arrived, to the second, before and after the log is stored", async () => {
    const { ctx, id, end } = await runningBuild();
    const start = new Date("2026-05-01T10:00:00.250Z");
    const sayAt = (ms: number, text: string, offset: number) =>
      appendLog({ ...worker(), now: () => new Date(start.getTime() + ms) }, id, {
        workerId: WORKER,
        text,
        offset,
      });
    await sayAt(0, "né\n", 0);
    await sayAt(500, "same second\n", 4);
    await sayAt(61_000, "🚢\nlater\n", 16);
    const seconds = Math.floor(start.getTime() / 1_000);
    const arrivals = [
      [0, seconds],
      [15, seconds + 61],
    ];
    const read = (from: number) => readLog(ctx, { buildId: id, start: from, limit: 1_000 });
    expect((await read(0)).arrivals).toEqual(arrivals);
    expect((await read(10)).arrivals).toEqual([
      [0, seconds],
      [6, seconds + 61],
    ]);
    await end();
    await closeLogs(later(31_000));
    expect((await read(0)).arrivals).toEqual(arrivals);
    expect((await read(21)).arrivals).toEqual([[0, seconds + 61]]);
  });

  it("is empty without output, and not found for other tenants", async () => {
    const { id, all } = await runningBuild();
    expect(await all()).toEqual({
      text: "",
      start: 0,
      end: 0,
      sizeBytes: 0,
      arrivals: [],
      isOpen: true,
      isTruncated: false,
    });
    await expect(readLog(await signInMember(), { buildId: id, start: 0, limit: 10 })).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
  });
});

describe("openLog", () => {
  const failedBuild = async (output: string, errorLog: string) => {
    const { ctx, id, say } = await runningBuild();
    if (output !== "") await say(output, 0);
    await reportBuild(worker(), { buildId: id, status: "FAILED", workerId: WORKER, errorLog });
    const readPart = async (range?: { start: number; end: number }, at = 31_000) => {
      const { open, sizeBytes, headers } = await openLog({ ...ctx, now: later(at).now }, id);
      const parts: Uint8Array[] = [];
      if (sizeBytes > 0) for await (const bytes of await open(range)) parts.push(bytes);
      return { text: Buffer.concat(parts).toString(), sizeBytes, status: headers?.["X-Log-Status"] };
    };
    return { readPart, ctx, id };
  };

  it.each([
    ["only an error log", "", "e: größe\nlast\n", "e: größe\nlast\n"],
    ["an error log that is the end of the output", "one\ntwo\nthree\n", "two\nthree", "one\ntwo\nthree\n"],
    ["an error log that goes on", "one\ntwo\n", "two\nthree", "one\ntwo\nthree"],
    ["another error log", "one", "lost worker", "one\nlost worker"],
  ])(
    "has the whole log of a build with %s, once its output has ended",
    async (_, output, errorLog, whole) => {
      const { readPart } = await failedBuild(output, errorLog);
      expect(await readPart(undefined, 1_000)).toMatchObject({ text: output || errorLog, status: "open" });
      const sizeBytes = Buffer.byteLength(whole);
      expect(await readPart()).toEqual({ text: whole, sizeBytes, status: "closed" });
      await closeLogs(later(31_000));
      expect((await readPart()).text).toBe(whole);
      const byByte = await Promise.all(
        Array.from({ length: sizeBytes }, async (__, at) => (await readPart({ start: at, end: at })).text),
      );
      expect(byByte.join("").replaceAll("\uFFFD", "")).toBe(whole.replaceAll(/[^\0-~]/g, ""));
      expect((await readPart({ start: 1, end: sizeBytes - 2 })).text).toBe(whole.slice(1, -1));
    },
  );

  it("is not found for other tenants", async () => {
    const { id } = await failedBuild("", "secret");
    await expect(openLog(await signInMember(), id)).rejects.toEqual(refusal("NOT_FOUND"));
  });
});

describe("closeLogs", () => {
  it("stores the log once, after the build's end, and refuses more output", async () => {
    const { ctx, id, say, all, end } = await runningBuild();
    await say("the beginning, ", 0);
    await end();
    await say("the end", 15);
    await closeLogs(later(1_000));
    expect((await all()).isOpen).toBe(true);
    await Promise.all([closeLogs(later(31_000)), closeLogs(later(31_000))]).catch(() => undefined);
    await closeLogs(later(31_000));
    expect(await all()).toMatchObject({ text: "the beginning, the end", isOpen: false });
    expect(await objectStore().head(`logs/${ctx.tenant.id}/${id}`)).toEqual({ sizeBytes: 22 });
    const pieces = await database()
      .systemDb.orm.select()
      .from(buildLogPieces)
      .where(eq(buildLogPieces.buildId, id));
    expect(pieces).toEqual([]);
    await expect(say("more", 22)).rejects.toEqual(refusal("INVALID_TRANSITION"));
  });
});

describe("followLog", () => {
  it("streams the log as it grows, resumes, and ends with the log", async () => {
    const { ctx, id, say, end } = await runningBuild();
    await say("one\n", 0);
    const stop = new AbortController();
    const told = followLog(ctx, { buildId: id, start: 0 }, stop.signal);
    expect((await told.next()).value).toMatchObject({ text: "one\n", end: 4 });
    await say("two\n", 4);
    expect((await told.next()).value).toMatchObject({ text: "two\n", start: 4, end: 8 });
    stop.abort();
    await say("three\n", 8);
    const again = followLog(ctx, { buildId: id, start: 0, lastEventId: "8" }, new AbortController().signal);
    expect((await again.next()).value).toMatchObject({ text: "three\n", start: 8 });
    await end();
    const last = again.next();
    await closeLogs(later(31_000));
    expect((await last).value).toMatchObject({ text: "", isOpen: false });
    expect((await again.next()).done).toBe(true);
  });

  it("ends when the membership ends", async () => {
    const { ctx, id, say } = await runningBuild();
    const stop = new AbortController();
    const page = createCaller(
      { session: sessionOfActor(ctx.actor), requestId: "a-page-of-a-tenant" },
      { signal: stop.signal },
    );
    const subscription = await page.builds.onLog({ tenant: ctx.tenant.slug, buildId: id });
    const told = subscription[Symbol.asyncIterator]();
    await told.next();
    await database().systemDb.orm.delete(memberships).where(eq(memberships.userId, ctx.actor.userId));
    const listen = async () => {
      for (let offset = 0; ; offset += 4) {
        const [{ done }] = await Promise.all([told.next(), say("word", offset)]);
        if (done) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await listen();
    stop.abort();
  });
});
