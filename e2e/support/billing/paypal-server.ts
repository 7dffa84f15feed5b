import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, createCertificate, createRoot } from "./certificate-authority.ts";
import { createSigner, PAYPAL_WEBHOOK_ID, type Signer } from "./paypal-events.ts";

export interface PayPalServer {
  origin: string;
  /** Resources of the API by path. */
  resources: Map<string, unknown>;
  /** Certificate files by path. */
  certificates: Map<string, string>;
  /** Received requests, as `GET /path`. */
  requests: string[];
  /** Result of the verification endpoint. */
  verdict: "SUCCESS" | "FAILURE";
  /** Status of every response during an outage. */
  failWith: number | null;
  /** Revokes all access tokens. */
  revokeTokens(): void;
  close(): Promise<void>;
}

export const PAYPAL_CLIENT = { id: "client-of-tests", secret: "secret-of-tests" };

/** Mock of PayPal's API over TLS, with a certificate of a test authority. */
export async function startPayPal(root: Certificate): Promise<PayPalServer> {
  const { pem: cert, key } = createCertificate("127.0.0.1", root);
  let tokens = new Set<string>();
  const state: Omit<PayPalServer, "origin" | "close"> = {
    resources: new Map(),
    certificates: new Map(),
    requests: [],
    verdict: "SUCCESS",
    failWith: null,
    revokeTokens: () => {
      tokens = new Set();
    },
  };
  const server: Server = createServer(
    { cert, key: key.export({ type: "pkcs8", format: "pem" }) },
    (request, response) => {
      const { method = "", url = "", headers } = request;
      state.requests.push(`${method} ${url}`);
      const respond = (status: number, body: unknown) => {
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      };
      request.resume().on("end", () => {
        if (state.failWith) return respond(state.failWith, {});
        const certificate = state.certificates.get(url);
        if (certificate) return respond(200, certificate);
        if (url === "/v1/oauth2/token") {
          const known = Buffer.from(`${PAYPAL_CLIENT.id}:${PAYPAL_CLIENT.secret}`).toString("base64");
          if (headers.authorization !== `Basic ${known}`) return respond(401, { error: "invalid_client" });
          const token = `token-${tokens.size}-${Math.random()}`;
          tokens.add(token);
          return respond(200, { access_token: token, token_type: "Bearer", expires_in: 32_400 });
        }
        if (!tokens.has(headers.authorization?.replace("Bearer ", "") ?? "")) return respond(401, {});
        if (url === "/v1/notifications/verify-webhook-signature") {
          return respond(200, { verification_status: state.verdict });
        }
        const resource = state.resources.get(url);
        return resource ? respond(200, resource) : respond(404, { name: "RESOURCE_NOT_FOUND" });
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
  /** Signer whose certificate is published. */
  signer: Signer;
  /** Environment variables that point the product to this mock. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts a mock of PayPal with a certificate authority of its own. */
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
