import type { TrpcErrorData } from "@/server/http/trpc/procedures.ts";
import type { FieldProblem } from "@/server/platform/errors.ts";

/** What a failed call tells the person who made it. */
export interface Problem {
  message: string;
  /** Null when no answer came at all. */
  code: TrpcErrorData["appCode"] | null;
  fields: FieldProblem[];
  requestId: string | null;
}

const UNREACHABLE = "The server did not answer. Check your connection and try again.";

/** Reads whatever a hook or a promise of tRPC failed with. */
export function readProblem(error: unknown): Problem {
  const { message, data } = (error ?? {}) as { message?: unknown; data?: Partial<TrpcErrorData> | null };
  if (!data?.appCode) return { message: UNREACHABLE, code: null, fields: [], requestId: null };
  return {
    message: typeof message === "string" ? message : UNREACHABLE,
    code: data.appCode,
    fields: data.problems ?? [],
    requestId: data.requestId ?? null,
  };
}

/** Awaits a call of a confirmation dialog, which shows the message of what is thrown. */
export async function withProblemMessage<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new Error(readProblem(error).message);
  }
}
