import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, createCertificate, createRoot } from "./certificate-authority.ts";
import { createSigner, PAYPAL_WEBHOOK_ID, type Signer } from "./paypal-events.ts";

export interface PayPalServer {
  origin: string;
  /** What the API holds, by path; a test changes it. */
  resources: Map<string, unknown>;
  /** Certificate files by path. */
  certificates: Map<string, string>;
  /** Every request that came, as `GET /path`. */
  requests: string[];
  /** What the verification endpoint says. */
  verdict: "SUCCESS" | "FAILURE";
  /** Answers everything with this status, as a PayPal that is not well. */
  failWith: number | null;
  /** Ends every token that was given out. */
  endTokens(): void;
  close(): Promise<void>;
}

export const PAYPAL_CLIENT = { id: "client-of-tests", secret: "secret-of-tests" };

/** PayPal's API as far as the product speaks it, over TLS with a certificate of a test authority. */
export async function startPayPal(root: Certificate): Promise<PayPalServer> {
  const { pem: cert, key } = createCertificate("127.0.0.1", root);
  let tokens = new Set<string>();
  const state: Omit<PayPalServer, "origin" | "close"> = {
    resources: new Map(),
    certificates: new Map(),
    requests: [],
    verdict: "SUCCESS",
    failWith: null,
    endTokens: () => {
      tokens = new Set();
    },
  };
  const server: Server = createServer(
    { cert, key: key.export({ type: "pkcs8", format: "pem" }) },
    (request, response) => {
      const { method = "", url = "", headers } = request;
      state.requests.push(`${method} ${url}`);
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      };
      request.resume().on("end", () => {
        if (state.failWith) return answer(state.failWith, {});
        const certificate = state.certificates.get(url);
        if (certificate) return answer(200, certificate);
        if (url === "/v1/oauth2/token") {
          const known = Buffer.from(`${PAYPAL_CLIENT.id}:${PAYPAL_CLIENT.secret}`).toString("base64");
          if (headers.authorization !== `Basic ${known}`) return answer(401, { error: "invalid_client" });
          const token = `token-${tokens.size}-${Math.random()}`;
          tokens.add(token);
          return answer(200, { access_token: token, token_type: "Bearer", expires_in: 32_400 });
        }
        if (!tokens.has(headers.authorization?.replace("Bearer ", "") ?? "")) return answer(401, {});
        if (url === "/v1/notifications/verify-webhook-signature") {
          return answer(200, { verification_status: state.verdict });
        }
        const resource = state.resources.get(url);
        return resource ? answer(200, resource) : answer(404, { name: "RESOURCE_NOT_FOUND" });
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    origin: `https://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

export interface PayPalFixture {
  root: Certificate;
  paypal: PayPalServer;
  /** Signs as PayPal does; its certificate is published. */
  signer: Signer;
  /** What the product has to be told to take this PayPal for PayPal. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** A PayPal of one's own, with an authority that nobody else trusts. */
export async function setUpPayPalFixture(): Promise<PayPalFixture> {
  const root = createRoot("Authority of the tests");
  const paypal = await startPayPal(root);
  const signer = createSigner(root);
  paypal.certificates.set(signer.path, signer.file);
  const folder = mkdtempSync(join(tmpdir(), "drydock-paypal-"));
  const authorities = join(folder, "authorities.pem");
  writeFileSync(authorities, root.pem);
  return {
    root,
    paypal,
    signer,
    settings: {
      PAYPAL_WEBHOOK_ID,
      PAYPAL_ENVIRONMENT: "sandbox",
      PAYPAL_CLIENT_ID: PAYPAL_CLIENT.id,
      PAYPAL_CLIENT_SECRET: PAYPAL_CLIENT.secret,
      PAYPAL_API_BASE: paypal.origin,
      PAYPAL_CERT_CA_FILE: authorities,
    },
    close: async () => {
      await paypal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
