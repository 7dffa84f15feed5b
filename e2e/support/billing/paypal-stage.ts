import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, createRoot } from "./certificate-authority.ts";
import { createSigner, PAYPAL_WEBHOOK_ID, type Signer } from "./paypal-events.ts";
import { PAYPAL_CLIENT, type PayPalServer, startPayPal } from "./paypal-server.ts";

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
