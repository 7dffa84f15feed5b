import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from "undici";
import type { S3Address } from "@/server/core/env/storage-url.ts";
import { log } from "@/server/core/log.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";

/** For writes, which are answered after their body: 5 MiB of a slow connection. */
const WRITE_TIMEOUT_MS = 30_000;
const PROBE_INTERVAL_MS = 1_000;

const READS = new Set(["GET", "HEAD", "DELETE"]);

export type SignedFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface S3Timeouts {
  /** Until the head of the response to a request that reads. */
  readMs: number;
  probeIntervalMs: number;
}

/**
 * Fetch for an S3 bucket: signs requests (Signature V4) with credentials that are refreshed before they expire, and has a
 * timeout for the head of the response; the reader bounds the body. After a timeout the circuit is open: requests fail at
 * once until a probe is answered. The fetch is the one of the package undici: once that is loaded, as callbacks do, Node's
 * fetch uses its dispatcher, which rejects the `content-length`.
 * @param ca certificates (PEM) that the store is checked by instead of the system's
 */
export function createS3Fetch(
  address: S3Address,
  ca?: string,
  { readMs, probeIntervalMs }: S3Timeouts = {
    readMs: RESPONSE_TIMEOUT_MS,
    probeIntervalMs: PROBE_INTERVAL_MS,
  },
): SignedFetch {
  const { endpoint, region } = address;
  const loadCredentials = createCredentials(address);
  const dispatcher = ca === undefined ? {} : { dispatcher: new Agent({ connect: { ca } }) };
  let isOpen = false;

  const send: SignedFetch = async (input, { method = "GET", headers, body } = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    const controller = new AbortController();
    const request = async () => {
      const credentials = await loadCredentials();
      const signer = new AwsV4Signer({
        ...{ ...credentials, url, method, region, service: "s3" },
        ...(headers && { headers }),
      });
      const signed = Object.fromEntries((await signer.sign()).headers);
      const init = { method, headers: signed, body: body || null, signal: controller.signal, ...dispatcher };
      return (await undiciFetch(url, init as UndiciRequestInit)) as unknown as Response;
    };
    const timeout = new Error("no response before the timeout");
    try {
      if (READS.has(method)) return await withTimeout(request(), readMs, () => timeout);
      const written = withTimeout(request(), WRITE_TIMEOUT_MS, () => timeout);
      return await Promise.race([written, rejectIfHung(written)]);
    } catch (error) {
      controller.abort(error);
      if (error === timeout && !isOpen) {
        isOpen = true;
        log().warn("the object store does not answer; requests to it fail until it does");
        void probeUntilAnswered();
      }
      throw error;
    }
  };
  /** Tells a store that hangs from a slow write by a probe. Rejects or never settles. */
  const rejectIfHung = async (written: Promise<unknown>): Promise<never> => {
    const isWritten = await Promise.race([
      written.then(() => true),
      delay(probeIntervalMs, false, { ref: false }),
    ]);
    if (!isWritten) await send(endpoint, { method: "HEAD" });
    return new Promise(() => undefined);
  };
  const probeUntilAnswered = async (): Promise<void> => {
    while (isOpen) {
      await delay(probeIntervalMs, undefined, { ref: false });
      // Any response closes the circuit, also a refusal.
      const isAnswered = send(endpoint, { method: "HEAD" }).then(() => true);
      isOpen = !(await isAnswered.catch(() => false));
    }
    log().warn("the object store answers again");
  };
  return async (input, init) => {
    if (isOpen) throw new Error("the object store has not answered since its last timeout");
    return send(input, init);
  };
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/**
 * Credentials of the URL, or those that the AWS SDKs find: environment, shared files, web identity, container, instance.
 * Their provider is loaded only then; it keeps them until five minutes before they expire.
 */
function createCredentials({ credentials, region }: S3Address): () => Promise<Credentials> {
  if (credentials) return async () => credentials;
  let provider: Promise<() => Promise<Credentials>> | undefined;
  return async () => {
    provider ??= import("@aws-sdk/credential-provider-node").then(({ defaultProvider }) =>
      defaultProvider(region === "auto" ? {} : { clientConfig: { region } }),
    );
    const { accessKeyId, secretAccessKey, sessionToken } = await (await provider)();
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
}
