import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { buildLogPieces, buildLogs } from "@/db/schema/index.ts";
import { currentKeyPrefix, decryptSecret, encryptSecret } from "@/server/core/encryption.ts";
import { findSecretMask } from "@/server/domains/apps/variables/secret-masks.ts";
import {
  type DecodeState,
  decodeText,
  decodeTextChunk,
  decodeTextEnd,
  NOTHING_DECODED,
} from "@/shared/text/decode-output.ts";
import { type MaskState, NOTHING_PENDING } from "@/shared/text/mask-secrets.ts";

type Log = Pick<typeof buildLogs.$inferSelect, "buildId" | "tenantId" | "sizeBytes" | "pending">;

/** Output that was received and is not in the log yet. `decoding` is absent from what earlier versions stored. */
type PendingOutput = MaskState & { decoding?: DecodeState };

/**
 * Output as it is stored: UTF-16 decoded and secrets replaced. An end that may be the beginning of a secret, or half a letter,
 * is kept encrypted until the next output shows what it is.
 */
export async function maskOutput(
  tx: Transaction,
  { buildId, pending }: Log,
  received: Uint8Array,
): Promise<{ bytes: Uint8Array; pending: Uint8Array | null }> {
  const mask = await findSecretMask(tx, buildId);
  const output = Buffer.from(received).toString();
  // Without a key nothing can be kept.
  const canKeep = currentKeyPrefix() !== null;
  if (!mask && !pending && !canKeep) return { bytes: Buffer.from(decodeText(output)), pending: null };
  const before = decryptState(buildId, pending);
  const { text, after: decoding } = decodeTextChunk(output, before.decoding ?? NOTHING_DECODED);
  if (!mask && !canKeep) {
    const rest = before.pending.slice(before.masked) + text + decodeTextEnd(decoding);
    return { bytes: Buffer.from(rest), pending: null };
  }
  const unmasked = { text: before.pending.slice(before.masked) + text, after: NOTHING_PENDING };
  const masked = mask ? mask.maskChunk(text, before) : unmasked;
  const state: PendingOutput = { ...masked.after, decoding };
  const isEmpty = state.pending === "" && decoding.rest === "" && decoding.order === null;
  return {
    bytes: Buffer.from(masked.text),
    pending: isEmpty ? null : encryptSecret(JSON.stringify(state), stateSubject(buildId)),
  };
}

/** Appends what is pending to a log that gets no more output. @returns the size of the log then */
export async function appendPending(tx: Transaction, log: Log, receivedAt: Date): Promise<number> {
  const { buildId, tenantId, sizeBytes, pending } = log;
  if (!pending) return sizeBytes;
  const mask = await findSecretMask(tx, buildId);
  const { decoding = NOTHING_DECODED, ...state } = decryptState(buildId, pending);
  const rest = { ...state, pending: state.pending + decodeTextEnd(decoding) };
  const bytes = Buffer.from(mask ? mask.maskEnd(rest) : rest.pending.slice(rest.masked));
  if (bytes.byteLength > 0) {
    await tx.insert(buildLogPieces).values({ buildId, tenantId, startByte: sizeBytes, bytes, receivedAt });
  }
  const grown = sizeBytes + bytes.byteLength;
  await tx.update(buildLogs).set({ sizeBytes: grown, pending: null }).where(eq(buildLogs.buildId, buildId));
  return grown;
}

const decryptState = (buildId: string, pending: Uint8Array | null): PendingOutput =>
  pending ? (JSON.parse(decryptSecret(pending, stateSubject(buildId))) as PendingOutput) : NOTHING_PENDING;

const stateSubject = (buildId: string): EncryptionSubject => `build_logs ${buildId}`;
