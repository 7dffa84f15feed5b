import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { buildLogPieces, buildLogs } from "@/db/schema/index.ts";
import { decryptSecret, encryptSecret } from "@/server/core/encryption.ts";
import { findSecretMask } from "@/server/domains/apps/variables/secret-masks.ts";
import { type MaskState, NOTHING_PENDING } from "@/shared/text/mask-secrets.ts";

type Log = Pick<typeof buildLogs.$inferSelect, "buildId" | "tenantId" | "sizeBytes" | "pending">;

/**
 * Output with secrets replaced, as it is stored. An end that may be the beginning of a secret is kept encrypted until the
 * next output shows whether it is one.
 */
export async function maskOutput(
  tx: Transaction,
  { buildId, pending }: Log,
  received: Uint8Array,
): Promise<{ bytes: Uint8Array; pending: Uint8Array | null }> {
  const mask = await findSecretMask(tx, buildId);
  if (!mask && !pending) return { bytes: received, pending: null };
  const before = decryptState(buildId, pending);
  const output = Buffer.from(received).toString();
  if (!mask) return { bytes: Buffer.from(before.pending.slice(before.masked) + output), pending: null };
  const { text, after } = mask.maskChunk(output, before);
  return {
    bytes: Buffer.from(text),
    pending: after.pending === "" ? null : encryptSecret(JSON.stringify(after), stateSubject(buildId)),
  };
}

/** Appends what is pending to a log that gets no more output. @returns the size of the log then */
export async function appendPending(tx: Transaction, log: Log, receivedAt: Date): Promise<number> {
  const { buildId, tenantId, sizeBytes, pending } = log;
  if (!pending) return sizeBytes;
  const mask = await findSecretMask(tx, buildId);
  const state = decryptState(buildId, pending);
  const bytes = Buffer.from(mask ? mask.maskEnd(state) : state.pending.slice(state.masked));
  if (bytes.byteLength > 0) {
    await tx.insert(buildLogPieces).values({ buildId, tenantId, startByte: sizeBytes, bytes, receivedAt });
  }
  const grown = sizeBytes + bytes.byteLength;
  await tx.update(buildLogs).set({ sizeBytes: grown, pending: null }).where(eq(buildLogs.buildId, buildId));
  return grown;
}

const decryptState = (buildId: string, pending: Uint8Array | null): MaskState =>
  pending ? (JSON.parse(decryptSecret(pending, stateSubject(buildId))) as MaskState) : NOTHING_PENDING;

const stateSubject = (buildId: string): EncryptionSubject => `build_logs ${buildId}`;
