import type { TrpcErrorData } from "@/server/http/trpc/procedures.ts";
import type { FieldProblem } from "@/shared/errors.ts";

/** Problem of a failed call, as shown to the user. */
export interface Problem {
  message: string;
  /** Null when there was no response. */
  code: TrpcErrorData["appCode"] | null;
  /** Remedy of a refused user. */
  reason?: TrpcErrorData["reason"] | undefined;
  fields: FieldProblem[];
  requestId: string | null;
}

export const SERVER_UNREACHABLE = "The server didn’t respond. Check your connection and try again.";

/** Reads the error of a tRPC hook or promise. */
export function readProblem(error: unknown): Problem {
  const { message, data } = (error ?? {}) as { message?: unknown; data?: Partial<TrpcErrorData> | null };
  if (!data?.appCode) return { message: SERVER_UNREACHABLE, code: null, fields: [], requestId: null };
  return {
    message: typeof message === "string" ? message : SERVER_UNREACHABLE,
    code: data.appCode,
    reason: data.reason ?? null,
    fields: data.problems ?? [],
    requestId: data.requestId ?? null,
  };
}

/** Digest of a server error: React hides the error from the browser, and the digest names its line in the log. */
export function readDigest(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}

/** Awaits a call of a confirmation dialog, which shows the message of a rejection, or what is wrong with its fields. */
export async function withProblemMessage<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { message, code, fields } = readProblem(error);
    throw new Error(code === "VALIDATION_FAILED" ? fields.map(describeField).join(" ") : message);
  }
}

/** "Reason must not contain line breaks." */
const describeField = ({ path, message }: FieldProblem): string =>
  `${path.charAt(0).toUpperCase()}${path.slice(1)} ${message}.`;
