import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/domains/accounts/sign-in/next-auth-options.ts";
import { rejectAuthRequest, restrictAuthResponse } from "@/server/http/auth-route.ts";
import { withBufferedBody } from "@/server/http/body.ts";
import type { AppError } from "@/shared/errors.ts";

const MAX_BODY_BYTES = 16_384;

async function answer(request: NextRequest, context: unknown): Promise<Response> {
  let failure: AppError | null = null;
  const cookies: string[] = [];
  const options = authOptions({
    headers: request.headers,
    setCookie: (cookie) => cookies.push(cookie),
    onFailure: (error) => {
      failure = error;
    },
  });
  const response = await NextAuth(options)(request, context);
  const restricted = await restrictAuthResponse(request, response, failure);
  for (const cookie of cookies) restricted.headers.append("Set-Cookie", cookie);
  return restricted;
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
