import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { totpCode } from "../support/totp-code.ts";
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

test("links name the configured address whatever the host header, and stand in no log", async () => {
  expect(await call("emailLinks.requestReset", { email: KNOWN }, "evil.test")).toBeLessThan(500);
  expect(await call("emailLinks.requestReset", { email: KNOWN })).toBe(200);
  const newcomer = { name: "Ada", email: "newcomer@drydock.test", password: PASSWORD, tenantName: "Yard" };
  await call("tenants.signUp", newcomer, "evil.test");
  await call("tenants.signUp", newcomer);
  await expect.poll(async () => (await readMails(newcomer.email)).length).toBeGreaterThan(0);
  const link = await mailedLink();
  expect(link.origin).toBe(product.origin);
  const urls = [...(await readMails(KNOWN)), ...(await readMails(newcomer.email))].flatMap(
    ({ text }) => text.match(/https?:\S+/g) ?? [],
  );
  for (const url of urls) expect(new URL(url).origin).toBe(product.origin);
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
  for (const path of ["/verify-email?token=", "/invite/", "/reset-password?token="]) {
    const secret = randomBytes(32).toString("base64url");
    expect((await fetch(`${product.origin}${path}${secret}`)).status).toBe(404);
    expect(product.output()).not.toContain(secret);
  }
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
      call("tenants.signUp", { name: "Ada", email, password: PASSWORD, tenantName: randomUUID() });
    await expectSameTime("sign-up", { known: () => signUp(KNOWN), unknown: () => signUp(unknown()) });
  });

  test("when a password is wrong, of accounts with a second factor and without", async () => {
    const protectedEmail = "owner@acme.test";
    await setUpTotp(protectedEmail);
    const form = await openSignInForm();
    const signIn = async (email: string) => (await signInBy(form, { email, password: "wrong" })).status;
    await expectSameTime("sign-in", {
      known: () => signIn("viewer@acme.test"),
      protected: () => signIn(protectedEmail),
      unknown: () => signIn(unknown()),
    });
  });
});

interface Form {
  csrfToken: string;
  cookie: string;
}

async function openSignInForm(): Promise<Form> {
  const response = await fetch(`${product.origin}/api/auth/csrf`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return { csrfToken, cookie: cookiesOf(response) };
}

async function signInBy({ csrfToken, cookie }: Form, credentials: { email: string; password: string }) {
  const response = await fetch(`${product.origin}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ csrfToken, ...credentials, json: "true" }),
  });
  await response.text();
  return { status: response.status, cookie: cookiesOf(response) };
}

/** Sets up an authenticator app for a user of the demo data. */
async function setUpTotp(email: string): Promise<void> {
  const { cookie } = await signInBy(await openSignInForm(), { email, password: "drydock-demo" });
  const callAsUser = async (procedure: string, input: object) => {
    const response = await fetch(`${product.origin}/api/trpc/secondFactors.${procedure}`, {
      method: "POST",
      headers: { cookie, origin: product.origin, "content-type": "application/json" },
      body: JSON.stringify({ json: input }),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as { result: { data: { json: { secret: string } } } };
  };
  const { secret } = (await callAsUser("startTotp", {})).result.data.json;
  await callAsUser("confirmTotp", { code: totpCode(secret, 0, Date.now()), password: "drydock-demo" });
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");

/** Measures all samples in turns, in changing order, after a warm-up, and compares each with the first. */
async function expectSameTime(name: string, calls: Record<string, () => Promise<number>>): Promise<void> {
  const samples = Object.entries(calls).map(([sample, run]) => ({
    ...{ sample, run },
    times: [] as number[],
    statuses: new Set<number>(),
  }));
  for (let round = -10; round < TRIES; round += 1) {
    for (const { run, times, statuses } of samples.toSorted(() => Math.random() - 0.5)) {
      const startedAt = performance.now();
      statuses.add(await run());
      if (round >= 0) times.push(performance.now() - startedAt);
      // The mail of the last call is made meanwhile.
      await delay(25);
    }
  }
  const [first, ...others] = samples.map((one) => ({ ...one, ...summarize(one.times) }));
  if (!first) throw new Error("nothing was measured");
  for (const other of others) {
    const t =
      (first.mean - other.mean) / Math.sqrt(first.variance / first.count + other.variance / other.count);
    process.stdout.write(
      `${name}: ${TRIES} tries each, median ${first.median.toFixed(2)} ms ${first.sample}, ` +
        `${other.median.toFixed(2)} ms ${other.sample}, Welch's t ${t.toFixed(2)}\n`,
    );
    expect(other.statuses).toEqual(first.statuses);
    expect(Math.abs(t)).toBeLessThan(MAX_T);
  }
}

/** Of the fastest nine tenths: the rest measures the machine. */
function summarize(all: number[]) {
  const times = all.toSorted((a, b) => a - b).slice(0, Math.ceil(all.length * 0.9));
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
  const variance = times.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (times.length - 1);
  return { count: times.length, mean, variance, median: times[Math.floor(times.length / 2)] ?? 0 };
}
