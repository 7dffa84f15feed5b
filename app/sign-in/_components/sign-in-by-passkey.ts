import { plainClient } from "../../_trpc/plain-client";
import { readProblem } from "../../_trpc/problem";
import { askPasskey } from "../../_ui/passkey";
import { signInBy } from "../../_ui/session";

/** Sign-in by a passkey that the user chooses. Returns an error code, or undefined on success. */
export async function signInByPasskey(): Promise<string | undefined> {
  const options = await plainClient.signIn.startPasskey
    .mutate()
    .catch((error: unknown) => readProblem(error).code ?? "UNAVAILABLE");
  if (typeof options === "string") return options;
  const passkey = await askPasskey(options).catch(() => null);
  return passkey === null ? "PasskeyRefused" : signInBy("passkey", { passkey });
}
