import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { publicProcedure, router } from "@/server/http/trpc/procedures.ts";
import { createAuthenticationOptions } from "../second-factors/passkeys.ts";
import { describeSecondStep } from "../second-factors/second-step.ts";

/** Procedures of the sign-in page. */
export const signInRouter = router({
  startPasskey: publicProcedure.mutation(async ({ ctx }) => {
    await consumeRateLimit("passkey-address", ctx.address);
    return createAuthenticationOptions(ctx, "PASSKEY_SIGN_IN", null);
  }),
  secondStep: publicProcedure.mutation(async ({ ctx }) => {
    await consumeRateLimit("passkey-address", ctx.address);
    return ctx.secondStep ? describeSecondStep(ctx, ctx.secondStep) : null;
  }),
});
