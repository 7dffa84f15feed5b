import { hash, verify } from "@node-rs/argon2";

/**
 * Child process that hashes passwords; `password-hashing.ts` starts it and bounds its work. Plain JavaScript, because it is
 * started at the first sign-in, which should not wait for a bundle. It ends with its parent.
 */
// Ctrl-C and service managers signal the whole group, while the parent still finishes requests.
for (const name of ["SIGINT", "SIGHUP", "SIGTERM"]) process.on(name, () => {});
process.once("disconnect", () => process.exit());

/** @typedef {{ id: number, password: string, passwordHash: string | null, cost: import("@node-rs/argon2").Options }} Work */
process.on("message", async (/** @type {Work} */ { id, password, passwordHash, cost }) => {
  try {
    const result = passwordHash === null ? await hash(password, cost) : await verify(passwordHash, password);
    process.send?.({ id, result });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
