import { STATUS_OF_KIND, toAppError } from "../platform/errors.ts";
import { readWhole } from "./body.ts";

/**
 * Hands on the body of a request for the libraries that would read it without a limit, tRPC and next-auth. One that is
 * too large or breaks off is answered here.
 */
export async function withWholeBody(
  request: Request,
  limitBytes: number,
  answer: (body: Uint8Array<ArrayBuffer>) => Promise<Response>,
): Promise<Response> {
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = await readWhole(request, limitBytes);
  } catch (thrown) {
    const { kind, message } = toAppError(thrown);
    return Response.json({ error: { message } }, { status: STATUS_OF_KIND[kind] });
  }
  return answer(body);
}
