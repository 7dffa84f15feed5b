import type * as WebAuthn from "@simplewebauthn/server";
import { and, eq, lt, or } from "drizzle-orm";
import { passkeys } from "@/db/schema/index.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { validationFailed } from "@/shared/errors.ts";
import type { ChallengePurpose } from "@/shared/vocabulary.ts";
import { CHALLENGE_TTL_MS, createChallenge, takeChallenge } from "./challenges.ts";
import type { AddPasskey, PasskeyAnswer } from "./input.ts";
import { requireRelyingParty } from "./relying-party.ts";

type Passkey = typeof passkeys.$inferSelect;
/** Transports are hints of the browser for itself; unknown ones are ignored by it. */
type Transports = NonNullable<
  Parameters<typeof WebAuthn.verifyAuthenticationResponse>[0]["credential"]["transports"]
>;

/** Loaded when it is first used: its dozens of modules would delay each start. */
const webauthn = () => import("@simplewebauthn/server");

/** Options with which a browser creates a passkey. */
export async function createRegistrationOptions(ctx: Context, user: UserActor) {
  const { id: rpID } = requireRelyingParty();
  const existing = await listPasskeys(ctx, user.userId);
  const challenge = await createChallenge(ctx, { purpose: "PASSKEY_REGISTRATION", userId: user.userId });
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: "Drydock",
    rpID,
    userID: new Uint8Array(Buffer.from(user.userId)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_TTL_MS,
    attestationType: "none",
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** New passkey of the user, checked but not stored. @throws AppError `VALIDATION_FAILED` */
export async function verifyRegistration(
  ctx: Context,
  userId: string,
  { answer }: AddPasskey,
): Promise<Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports" | "isBackedUp">> {
  const party = requireRelyingParty();
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: answer as Parameters<typeof WebAuthn.verifyRegistrationResponse>[0]["response"],
    expectedChallenge: (secret) => take(ctx, secret, "PASSKEY_REGISTRATION", userId),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) {
    throw validationFailed([{ path: "answer", message: "was refused. Try again" }]);
  }
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: answer.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/** Options with which a browser signs in by a passkey. Without a user it offers all that it has for this server. */
export async function createAuthenticationOptions(
  ctx: Context,
  purpose: ChallengePurpose,
  userId: string | null,
) {
  const { id: rpID } = requireRelyingParty();
  const known = userId === null ? [] : await listPasskeys(ctx, userId);
  const challenge = await createChallenge(ctx, { purpose, userId });
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_TTL_MS,
    allowCredentials: known.map(describeCredential),
    // In place of the password a passkey must prove who holds it, not only that it is there.
    userVerification: userId === null ? "required" : "preferred",
  });
}

/**
 * Passkey that answered a challenge, or null. Refused are another origin or relying party, a challenge that was answered
 * before, expired or had another purpose or user, and a counter that does not grow, as that of a copied authenticator.
 * @param userId null for the owner of the passkey, who must have been verified by it
 */
export async function verifyPasskey(
  ctx: Context,
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<Passkey | null> {
  const party = requireRelyingParty();
  const passkey = await read(ctx, (tx) =>
    tx.query.passkeys.findFirst({ where: eq(passkeys.credentialId, answer.id) }),
  );
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null;
  if (!namesUser(answer, passkey.userId, userId === null)) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: answer as Parameters<typeof WebAuthn.verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: (secret) => take(ctx, secret, purpose, userId),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: userId === null,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as Transports,
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const counter = verified.authenticationInfo.newCounter;
  const [used] = await writeUnaudited(ctx, (tx) =>
    tx
      .update(passkeys)
      .set({ counter, lastUsedAt: ctx.now(), isBackedUp: verified.authenticationInfo.credentialBackedUp })
      // Answers that were verified together count against each other; 0 means that the authenticator does not count.
      .where(
        and(
          eq(passkeys.id, passkey.id),
          or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter))),
        ),
      )
      .returning(),
  );
  return used ?? null;
}

/** True if the user handle, which the registration stored in the passkey, is that of the passkey's user (WebAuthn, 7.2). */
const namesUser = (
  { response: { userHandle } }: PasskeyAnswer,
  userId: string,
  isRequired: boolean,
): boolean =>
  userHandle === undefined ? !isRequired : Buffer.from(userHandle, "base64url").toString() === userId;

const listPasskeys = (ctx: Context, userId: string): Promise<Passkey[]> =>
  read(ctx, (tx) => tx.query.passkeys.findMany({ where: eq(passkeys.userId, userId) }));

const describeCredential = ({ credentialId: id, transports }: Passkey) => ({
  id,
  transports: transports as Transports,
});

/** In a transaction of its own: a challenge is used up by a wrong answer too. */
const take = (ctx: Context, secret: string, purpose: ChallengePurpose, userId: string | null) =>
  writeUnaudited(ctx, (tx) => takeChallenge(tx, ctx, secret, { purpose, userId }));

const bytesOf = (secret: string) => new Uint8Array(Buffer.from(secret, "base64url"));
