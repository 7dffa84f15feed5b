import NextAuth from "next-auth";
import { authOptions } from "@/server/auth.ts";

const answer = (request: Request, context: unknown): Promise<Response> =>
  NextAuth(authOptions())(request, context);

export { answer as GET, answer as POST };
