import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/auth/next-auth-options.ts";
import { rejectAuthRequest, restrictAuthResponse } from "@/server/http/auth-route.ts";
import { withBufferedBody } from "@/server/http/body.ts";
import type { AppError } from "@/server/platform/errors.ts";

const MAX_BODY_BYTES = 16_384;

async function answer(request: NextRequest, context: unknown): Promise<Response> {
  let failure: AppError | null = null;
  const options = authOptions((error) => {
    failure = error;
  });
  return restrictAuthResponse(request, await NextAuth(options)(request, context), failure);
}

const get = async (request: NextRequest, context: unknown): Promise<Response> =>
  rejectAuthRequest(request) ?? answer(request, context);

const post = (request: NextRequest, context: unknown): Promise<Response> =>
  withBufferedBody(request, MAX_BODY_BYTES, async (body) => {
    const { url, method, headers } = request;
    const whole = new NextRequest(url, { method, headers, body });
    return rejectAuthRequest(request, body) ?? answer(whole, context);
  });

export { get as GET, post as POST };
