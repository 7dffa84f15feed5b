import { plainClient } from "@/app/_trpc/plain-client.ts";
import { readProblem } from "@/app/_trpc/problem.ts";
import { askPasskey } from "./passkey.ts";
import { signInBy } from "./session.ts";

/** Sign-in by a passkey that the user chooses. Returns an error code, or undefined on success. */
export async function signInByPasskey(): Promise<string | undefined> {
  const options = await plainClient.signIn.startPasskey
    .mutate()
    .catch((error: unknown) => readProblem(error).code ?? "UNAVAILABLE");
  if (typeof options === "string") return options;
  const passkey = await askPasskey(options).catch(() => null);
  return passkey === null ? "PasskeyRefused" : signInBy("passkey", { passkey });
}
