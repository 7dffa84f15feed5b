import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/auth/next-auth-options.ts";
import { refuseAuthRequest } from "@/server/http/auth-route.ts";
import { withWholeBody } from "@/server/http/whole-body.ts";

const MAX_BODY_BYTES = 16_384;

const answer = (request: NextRequest, context: unknown): Promise<Response> =>
  NextAuth(authOptions())(request, context);

const get = async (request: NextRequest, context: unknown): Promise<Response> =>
  refuseAuthRequest(request) ?? answer(request, context);

const post = (request: NextRequest, context: unknown): Promise<Response> =>
  withWholeBody(request, MAX_BODY_BYTES, async (body) => {
    const { url, method, headers } = request;
    const whole = new NextRequest(url, { method, headers, body });
    return refuseAuthRequest(request, body) ?? answer(whole, context);
  });

export { get as GET, post as POST };
