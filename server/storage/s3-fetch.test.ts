import dns from "node:dns";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SERVER_CERTIFICATE, SERVER_KEY, TEST_AUTHORITY } from "@/e2e/support/receivers/certificates.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { parseStorageUrl, type S3Address } from "@/server/core/env/storage-url.ts";
import { createObjectStore } from "./object-store.ts";
import { createS3Fetch } from "./s3-fetch.ts";

const IN_AN_HOUR = 3_600_000;
const directory = await mkdtemp(join(tmpdir(), "drydock-s3-"));

/** Answers of the server by path, for S3, STS, containers and the instance's metadata. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[] = [];
const handle = (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  requests.push(request);
  answer(request, response);
};
const server = createServer(handle).listen(0, "127.0.0.1");
const secure = createSecureServer({ cert: SERVER_CERTIFICATE, key: SERVER_KEY }, handle).listen(
  0,
  "127.0.0.1",
);

let origin: string;
beforeAll(async () => {
  completeEnv({ LOG_LEVEL: "silent" });
  await Promise.all([server, secure].map(async (one) => one.listening || (await once(one, "listening"))));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const one of [server, secure]) {
    one.closeAllConnections();
    one.close();
  }
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  requests = [];
  answer = (_, response) => response.end();
  for (const name of Object.keys(process.env).filter((key) => key.startsWith("AWS_")))
    vi.stubEnv(name, undefined);
  for (const name of ["AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"])
    vi.stubEnv(name, join(directory, "missing"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const addressOf = (url: string): S3Address => {
  const address = parseStorageUrl(url);
  if (address.kind !== "s3") throw new Error(`${url} is no bucket`);
  return address;
};
const bucket = (rest = "drydock?region=eu-central-1") => `s3://${new URL(origin).host}/${rest}`;
const fetchFrom = (timeouts?: Parameters<typeof createS3Fetch>[2]) =>
  createS3Fetch(addressOf(bucket()), undefined, timeouts);

/** Access key and session token of the last request for an object, and the headers that its signature covers. */
function lastSignature() {
  const { headers } = requests.findLast(({ url }) => url?.startsWith("/drydock")) ?? {};
  const [, key, signed] =
    /Credential=([^/]+)\/.*SignedHeaders=([^,]+)/.exec(headers?.authorization ?? "") ?? [];
  return { key, token: headers?.["x-amz-security-token"], signed: signed?.split(";") };
}

const sendJson = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body));
const temporary = (key: string, lifetimeMs: number) => ({
  Code: "Success",
  AccessKeyId: key,
  SecretAccessKey: "secret",
  Token: `token of ${key}`,
  Expiration: new Date(Date.now() + lifetimeMs).toISOString(),
});

describe("without credentials in the URL, it signs with those", () => {
  it("of the environment", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "ENVIRONMENT");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    vi.stubEnv("AWS_SESSION_TOKEN", "a token");
    await fetchFrom()(`${origin}/drydock/a`);
    expect(lastSignature()).toMatchObject({ key: "ENVIRONMENT", token: "a token" });
    expect(lastSignature().signed).toContain("x-amz-security-token");
  });

  it("of a profile in a shared file", async () => {
    const file = join(directory, "credentials");
    await writeFile(file, "[builds]\naws_access_key_id = PROFILE\naws_secret_access_key = secret\n");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", file);
    vi.stubEnv("AWS_PROFILE", "builds");
    await fetchFrom()(`${origin}/drydock/a`);
    expect(lastSignature().key).toBe("PROFILE");
  });

  it("of a role that a web identity assumes", async () => {
    const file = join(directory, "identity");
    await writeFile(file, "a signed identity");
    vi.stubEnv("AWS_WEB_IDENTITY_TOKEN_FILE", file);
    vi.stubEnv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/drydock");
    vi.stubEnv("AWS_ENDPOINT_URL_STS", `${origin}/sts`);
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = temporary("ROLE", IN_AN_HOUR);
    answer = ({ url }, response) =>
      response.setHeader("content-type", "text/xml").end(
        url?.startsWith("/sts")
          ? `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
              <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${AccessKeyId}</AccessKeyId>
              <SecretAccessKey>${SecretAccessKey}</SecretAccessKey><SessionToken>${Token}</SessionToken>
              <Expiration>${Expiration}</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
              </AssumeRoleWithWebIdentityResponse>`
          : "",
      );
    await fetchFrom()(`${origin}/drydock/a`);
    expect(lastSignature()).toMatchObject({ key: "ROLE", token: "token of ROLE" });
  });

  it("of a container, which it asks for again before they expire, and not sooner", async () => {
    vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", `${origin}/container`);
    vi.stubEnv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "Bearer x");
    const lifetimes = [60_000, IN_AN_HOUR];
    answer = ({ url }, response) => {
      if (url !== "/container") response.end();
      else sendJson(response, temporary(`CONTAINER${lifetimes.length}`, lifetimes.shift() ?? 0));
    };
    const send = fetchFrom();
    const keyOfNext = async () => {
      await send(`${origin}/drydock/a`);
      return lastSignature().key;
    };
    expect(await keyOfNext()).toBe("CONTAINER2");
    await expect.poll(keyOfNext).toBe("CONTAINER1");
    expect(await keyOfNext()).toBe("CONTAINER1");
    expect(requests.filter(({ url }) => url === "/container")).toHaveLength(2);
    expect(requests[0]?.headers.authorization).toBe("Bearer x");
  });

  it("of the instance, by its metadata service of version 2", async () => {
    vi.stubEnv("AWS_EC2_METADATA_SERVICE_ENDPOINT", origin);
    answer = ({ method, url, headers }, response) => {
      const isKnown = headers["x-aws-ec2-metadata-token"] === "session";
      if (method === "PUT" && url === "/latest/api/token") response.end("session");
      else if (!url?.startsWith("/latest")) response.end();
      else if (!isKnown) response.writeHead(401).end();
      else if (url.endsWith("/security-credentials/")) response.end("builder");
      else sendJson(response, temporary("INSTANCE", IN_AN_HOUR));
    };
    await fetchFrom()(`${origin}/drydock/a`);
    expect(lastSignature()).toMatchObject({ key: "INSTANCE", token: "token of INSTANCE" });
  });

  it("and is unavailable where there are none", async () => {
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    await expect(createObjectStore(bucket(), "/nowhere").head("a/b")).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    expect(requests).toEqual([]);
  });
});

it("puts keys below a prefix and asks for encryption, signed, of objects and of uploads in parts", async () => {
  const kms = "sse=aws:kms&kms_key_id=a%2Fkey";
  const store = createObjectStore(bucket(`drydock/team/a?${kms}`).replace("//", "//key:secret@"), "/nowhere");
  answer = ({ url }, response) =>
    response.end(
      url?.endsWith("?uploads=")
        ? "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>"
        : "<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>",
    );
  await store.put("b/small", content(10));
  await store.put("b/large", content(6 * 1_024 * 1_024));
  await store.delete("b/small");
  const sent = requests.map(({ method, url, headers }) => [
    method,
    url,
    headers["x-amz-server-side-encryption"],
    headers["x-amz-server-side-encryption-aws-kms-key-id"],
  ]);
  expect(sent).toEqual([
    ["PUT", "/drydock/team/a/b/small", "aws:kms", "a/key"],
    ["POST", "/drydock/team/a/b/large?uploads=", "aws:kms", "a/key"],
    ["PUT", expect.stringContaining("/drydock/team/a/b/large?partNumber=1"), undefined, undefined],
    ["PUT", expect.stringContaining("/drydock/team/a/b/large?partNumber=2"), undefined, undefined],
    ["POST", "/drydock/team/a/b/large?uploadId=u1", undefined, undefined],
    ["DELETE", "/drydock/team/a/b/small", undefined, undefined],
  ]);
  expect(requests[0]?.headers.authorization).toContain("x-amz-server-side-encryption;");
});

it("trusts the certificate authority of its file", async () => {
  vi.spyOn(dns, "lookup").mockImplementation(((_: string, __: object, done: (...found: unknown[]) => void) =>
    done(null, [{ address: "127.0.0.1", family: 4 }])) as never);
  const url = `s3://key:secret@secure.test:${(secure.address() as AddressInfo).port}/drydock`;
  const caFile = join(directory, "ca.pem");
  await writeFile(caFile, TEST_AUTHORITY);
  await expect(createObjectStore(url, "/nowhere").head("a/b")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(await createObjectStore(url, "/nowhere", caFile).head("a/b")).toEqual({ sizeBytes: 0 });
});

describe("a store that hangs", () => {
  beforeEach(() => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "KEY");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    answer = () => undefined;
  });

  it.each(["GET", "PUT"])(
    "fails at once after a timeout of a %s, and works again as soon as it answers",
    async (method) => {
      const send = fetchFrom({ readMs: 100, probeIntervalMs: 20 });
      await expect(send(`${origin}/drydock/a`, { method })).rejects.toThrow("no response before the timeout");
      const before = requests.length;
      for (const later of ["GET", "PUT"])
        await expect(send(`${origin}/drydock/a`, { method: later })).rejects.toThrow("has not answered");
      expect(requests.slice(before).filter((request) => request.method !== "HEAD")).toEqual([]);
      await expect
        .poll(() => requests.filter((request) => request.method === "HEAD").length)
        .toBeGreaterThan(1);
      answer = (_, response) => response.writeHead(403).end();
      await expect
        .poll(() =>
          send(`${origin}/drydock/a`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(403);
    },
  );

  it("is told from one that takes its time for a write", async () => {
    answer = ({ method }, response) => {
      if (method === "HEAD") response.end(() => held?.end("written"));
      else held = response;
    };
    let held: ServerResponse | undefined;
    const send = fetchFrom({ readMs: 100, probeIntervalMs: 20 });
    const response = await send(`${origin}/drydock/a`, { method: "PUT", body: "a" });
    expect(await response.text()).toBe("written");
    expect(requests.map(({ method }) => method)).toEqual(["PUT", "HEAD"]);
  });
});

async function* content(size: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(size, 1);
}
