import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** Client of the entry points at the provider. */
export const OIDC_CLIENT = {
  OIDC_CLIENT_ID: "drydock",
  OIDC_CLIENT_SECRET: "a-client-secret-of-these-tests",
};

/**
 * OpenID Connect provider for tests: signs whatever claims a test registers. `POST /claims` returns an authorization code
 * for them.
 */
export async function startOidcProvider(): Promise<{ issuer: string; stop: () => Promise<void> }> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "test", alg: "RS256", use: "sig" }];
  const registered = new Map<string, Record<string, unknown>>();
  let issuer = "";

  async function answer(request: IncomingMessage): Promise<unknown> {
    switch (request.url) {
      case "/claims": {
        const code = randomUUID();
        registered.set(code, (await json(request)) as Record<string, unknown>);
        return { code };
      }
      case "/token": {
        const code = new URLSearchParams(await text(request)).get("code") ?? "";
        const token = new SignJWT(registered.get(code)).setProtectedHeader({ alg: "RS256", kid: "test" });
        token.setIssuer(issuer).setAudience(OIDC_CLIENT.OIDC_CLIENT_ID).setIssuedAt().setExpirationTime("5m");
        return { access_token: code, token_type: "Bearer", id_token: await token.sign(privateKey) };
      }
      case "/jwks":
        return { keys };
      default:
        return {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ["RS256"],
        };
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(await answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
