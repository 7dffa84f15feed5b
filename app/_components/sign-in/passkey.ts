import {
  type PublicKeyCredentialRequestOptionsJSON as PasskeyOptions,
  startAuthentication,
} from "@simplewebauthn/browser";

/** Answer of a passkey to a challenge, as JSON. Rejects if the user cancels. */
export async function askPasskey(options: PasskeyOptions): Promise<string> {
  return JSON.stringify(await startAuthentication({ optionsJSON: options }));
}
