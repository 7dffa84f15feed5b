import { hash, verify } from "@node-rs/argon2";
import { answerCalls } from "../../core/answer-calls.mjs";

/**
 * Child process that hashes passwords; `password-hashing.ts` starts it and bounds its work. Plain JavaScript, because it is
 * started at the first sign-in, which should not wait for a bundle.
 * @typedef {{ password: string, passwordHash: string | null, cost: import("@node-rs/argon2").Options }} Work
 */
answerCalls((/** @type {Work} */ { password, passwordHash, cost }) =>
  passwordHash === null ? hash(password, cost) : verify(passwordHash, password),
);
