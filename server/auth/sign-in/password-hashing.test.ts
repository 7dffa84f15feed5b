import { readFile } from "node:fs/promises";
import { hash as argon2 } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { PASSWORD_HASH_COST } from "@/db/password.ts";
import { hashPassword, PASSWORD_HASH_LIMIT, verifyPassword } from "./password-hashing.ts";

const { maxRunning, maxQueued } = PASSWORD_HASH_LIMIT;
const SHARE = { name: "192.0.2.1" };

describe("a password hash", () => {
  it("matches its own password only", async () => {
    const hash = await hashPassword("correct horse");
    expect(await verifyPassword(hash, "correct horse", SHARE)).toBe(true);
    expect(await verifyPassword(hash, "correct horse ", SHARE)).toBe(false);
  });

  it("is argon2id at the cost of RFC 9106 with a salt of its own", async () => {
    const [one, other] = await Promise.all([hashPassword("same"), hashPassword("same")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ["composed", "Käsebrötchen №1"],
    ["decomposed", "Käsebrötchen №1".normalize("NFD")],
    ["in compatibility form", "Käsebrötchen №1".normalize("NFKC")],
  ])("matches the same password typed %s", async (_, typed) => {
    expect(await verifyPassword(await hashPassword("Käsebrötchen №1"), typed, SHARE)).toBe(true);
  });

  it("that was made of a decomposed spelling still matches that spelling", async () => {
    const typed = "Käsebrötchen".normalize("NFD");
    expect(await verifyPassword(await argon2(typed, PASSWORD_HASH_COST), typed, SHARE)).toBe(true);
  });

  it("never matches an unknown user", async () => {
    expect(await verifyPassword(null, "", SHARE)).toBe(false);
  });
});

describe("password hashing", () => {
  it("leaves the threads free that files wait for", async () => {
    const order: string[] = [];
    const hashes = Array.from({ length: maxQueued }, () =>
      verifyPassword(null, "wrong", SHARE).finally(() => order.push("hash")),
    );
    await readFile(import.meta.filename).then(() => order.push("file"));
    await Promise.allSettled(hashes);
    expect(order.indexOf("file")).toBeLessThan(maxRunning);
  });

  it("rejects what does not fit the queue, known and unknown users alike", async () => {
    const hash = await hashPassword("correct horse");
    const all = Array.from({ length: 2 * (maxRunning + maxQueued) }, (_, at) =>
      verifyPassword(at % 2 === 0 ? hash : null, "wrong", SHARE).then(
        () => "checked",
        (error: unknown) => error,
      ),
    );
    const results = await Promise.all(all);
    const isRejected = (result: unknown) => result !== "checked";
    expect(results.filter(isRejected).length).toBeGreaterThanOrEqual(maxRunning + maxQueued);
    for (const error of results.filter(isRejected))
      expect(error).toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 2 });
    for (const parity of [0, 1])
      expect(results.filter((_, at) => at % 2 === parity).some(isRejected)).toBe(true);
  });

  it("serves a user while one address guesses, and a known device while all addresses do", async () => {
    const hash = await hashPassword("correct horse");
    const guessFrom = (name: string) => verifyPassword(hash, "wrong", { name }).catch(() => "refused");
    const flood = Array.from({ length: 4 * maxQueued }, () => guessFrom("192.0.2.1"));
    const user = verifyPassword(hash, "correct horse", { name: "192.0.2.2" });
    const others = Array.from({ length: 2 * maxQueued }, (_, at) => guessFrom(`198.51.100.${at}`));
    const device = verifyPassword(hash, "correct horse", { name: "device", isPreferred: true });
    expect(await Promise.all([user, device])).toEqual([true, true]);
    expect((await Promise.all(flood)).filter((result) => result === "refused").length).toBeGreaterThan(
      maxQueued,
    );
    await Promise.all(others);
  });
});
