import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const FLAGS = { present: 1, verified: 4, hasCredential: 64 };

interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  isVerified?: boolean;
  counter?: number;
  /** User for whom the passkey is registered, or whom an answer names. */
  userHandle?: string;
}

/** Software authenticator (WebAuthn) with one passkey: P-256, attestation `none`. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = credentialId.toString("base64url");
  const common = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };

  let registeredFor: string | undefined;

  return {
    /** Answer to the options of a registration. */
    register: (ceremony: Ceremony) => {
      registeredFor = ceremony.userHandle;
      const attested = Buffer.concat([
        authenticatorData(ceremony, FLAGS.hasCredential),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(x, y),
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(attested),
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** Answer to the options of a sign-in. */
    sign: (ceremony: Ceremony) => {
      const data = authenticatorData(ceremony, 0);
      const client = clientData("webauthn.get", ceremony);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: ceremony.userHandle ?? registeredFor,
        },
      };
    },
  };
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

const clientData = (type: string, { challenge, origin }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData({ rpId, isVerified = true, counter = 0 }: Ceremony, flags: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(FLAGS.present | (isVerified ? FLAGS.verified : 0) | flags);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head]);
}

const coseKey = (x: string, y: string) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, "base64url")),
  ]);

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
