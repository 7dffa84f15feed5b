import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { killServer, makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram } from "./program.ts";

const TRIES = 200;
/** Bound of Welch's t for two samples whose difference is noise, as in tests of timing leaks (TVLA). */
const MAX_T = 4.5;
const KNOWN = "dev@acme.test";
const PASSWORD = "correct horse battery staple";

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
  product = await launch(dataDir, { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "debug" });
  await waitUntilRunning(product);
}, 300_000);

afterAll(async () => {
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  killServer(dataDir);
  directory.remove();
});

const unknown = () => `${randomUUID()}@drydock.test`;

/** Calls a public mutation, with a forged host. */
function call(procedure: string, input: object, host = new URL(product.origin).host): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ json: input });
    const headers = {
      host,
      "x-forwarded-host": host,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request(
      `${product.origin}/api/trpc/${procedure}`,
      { method: "POST", headers },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject).end(body);
  });
}

async function readMails(address: string) {
  const folder = join(dataDir, "mail");
  const mails = [];
  for (const name of readdirSync(folder).toSorted()) {
    const { to, subject, text = "" } = await simpleParser(readFileSync(join(folder, name)));
    const recipients = [to ?? []].flat().flatMap(({ value }) => value.map((one) => one.address));
    if (recipients.includes(address)) mails.push({ subject, text });
  }
  return mails;
}

async function mailedLink(): Promise<URL> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      link = /http\S+\/reset-password\S+/.exec((await readMails(KNOWN)).at(-1)?.text ?? "")?.[0];
      return link;
    })
    .toBeDefined();
  return new URL(link ?? "");
}

test("a reset link names the configured address whatever the host header, and stands in no log", async () => {
  expect(await call("emailLinks.requestReset", { email: KNOWN }, "evil.test")).toBeLessThan(500);
  expect(await call("emailLinks.requestReset", { email: KNOWN })).toBe(200);
  const link = await mailedLink();
  expect(link.origin).toBe(product.origin);
  const token = link.searchParams.get("token") ?? "";
  const page = await fetch(link);
  expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
  const html = await page.text();
  // Nothing on the page could tell another origin.
  expect(html).not.toMatch(/(?:src|href)="https?:/);
  const uses = await Promise.all(
    Array.from({ length: 10 }, () => call("emailLinks.resetPassword", { token, password: PASSWORD })),
  );
  expect(uses.filter((status) => status === 200)).toHaveLength(1);
  expect(await call("emailLinks.resetPassword", { token: `${token.slice(1)}x`, password: PASSWORD })).toBe(
    404,
  );
  expect((await fetch(link)).status).toBe(404);
  expect(product.output()).not.toContain(token);
});

describe.sequential("the time of a response does not tell whether an address has an account", () => {
  test("when a reset link is requested", async () => {
    await expectSameTime("request of a reset link", {
      known: () => call("emailLinks.requestReset", { email: KNOWN }),
      unknown: () => call("emailLinks.requestReset", { email: unknown() }),
    });
  });

  test("when an account is created", async () => {
    const signUp = (email: string) =>
      call("joining.signUp", { name: "Ada", email, password: PASSWORD, tenantName: randomUUID() });
    await expectSameTime("sign-up", { known: () => signUp(KNOWN), unknown: () => signUp(unknown()) });
  });

  test("when a password is wrong", async () => {
    const csrf = await fetch(`${product.origin}/api/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const signIn = async (email: string) => {
      const response = await fetch(`${product.origin}/api/auth/callback/credentials`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ csrfToken, email, password: "wrong", json: "true" }),
      });
      await response.text();
      return response.status;
    };
    await expectSameTime("sign-in", { known: () => signIn(KNOWN), unknown: () => signIn(unknown()) });
  });
});

type Sample = "known" | "unknown";

/** Measures both in turns, in changing order, after a warm-up. */
async function expectSameTime(name: string, calls: Record<Sample, () => Promise<number>>): Promise<void> {
  const times: Record<Sample, number[]> = { known: [], unknown: [] };
  const statuses: Record<Sample, Set<number>> = { known: new Set(), unknown: new Set() };
  for (let round = -10; round < TRIES; round += 1) {
    const order: Sample[] = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
    for (const sample of order) {
      const startedAt = performance.now();
      statuses[sample].add(await calls[sample]());
      if (round >= 0) times[sample].push(performance.now() - startedAt);
      // The mail of the last call is made meanwhile.
      await delay(25);
    }
  }
  const [known, other] = [summarize(times.known), summarize(times.unknown)];
  const t =
    (known.mean - other.mean) / Math.sqrt(known.variance / known.count + other.variance / other.count);
  process.stdout.write(
    `${name}: ${TRIES} tries each, median ${known.median.toFixed(2)} ms with an account, ` +
      `${other.median.toFixed(2)} ms without, Welch's t ${t.toFixed(2)}\n`,
  );
  expect(statuses.known).toEqual(statuses.unknown);
  expect(Math.abs(t)).toBeLessThan(MAX_T);
}

/** Of the fastest nine tenths: the rest measures the machine. */
function summarize(all: number[]) {
  const times = all.toSorted((a, b) => a - b).slice(0, Math.ceil(all.length * 0.9));
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
  const variance = times.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (times.length - 1);
  return { count: times.length, mean, variance, median: times[Math.floor(times.length / 2)] ?? 0 };
}
