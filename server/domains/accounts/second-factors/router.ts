import { requireRecentAuthentication } from "@/server/core/authorize.ts";
import type { UserActor } from "@/server/core/context.ts";
import { clientOf, enrolleeProcedure, router } from "@/server/http/trpc/procedures.ts";
import { AddPasskey, ConfirmTotp, PasskeyReference, Reauthenticate, RenamePasskey } from "./input.ts";
import { createRegistrationOptions } from "./passkeys.ts";
import { describeReauthentication, reauthenticate } from "./reauthenticate.ts";
import {
  addPasskey,
  confirmTotp,
  getSecondFactors,
  regenerateRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
  startTotp,
} from "./service.ts";
import type { SecondFactorChange } from "./view.ts";

/** Continues this session after a change that ended all sessions. Returns the recovery codes to show. */
async function renewAfter(
  ctx: { renewSession?: ((changes: { sessionVersion: number }) => Promise<void>) | undefined },
  change: Promise<SecondFactorChange>,
): Promise<string[] | null> {
  const { sessionVersion, recoveryCodes } = await change;
  await ctx.renewSession?.({ sessionVersion });
  return recoveryCodes;
}

/** Procedures of the signed-in user; also for a Super Admin who has no second factor yet and must set one up. */
export const secondFactorsRouter = router({
  get: enrolleeProcedure.query(({ ctx }) => getSecondFactors(ctx)),
  startTotp: enrolleeProcedure.mutation(({ ctx }) => startTotp(ctx)),
  confirmTotp: enrolleeProcedure
    .input(ConfirmTotp)
    .mutation(async ({ ctx, input }) => renewAfter(ctx, confirmTotp(ctx, input, await clientOf(ctx)))),
  removeTotp: enrolleeProcedure.mutation(({ ctx }) => renewAfter(ctx, removeTotp(ctx))),
  startPasskey: enrolleeProcedure.mutation(({ ctx }) => {
    requireRecentAuthentication(ctx);
    return createRegistrationOptions(ctx, ctx.actor as UserActor);
  }),
  addPasskey: enrolleeProcedure
    .input(AddPasskey)
    .mutation(({ ctx, input }) => renewAfter(ctx, addPasskey(ctx, input))),
  renamePasskey: enrolleeProcedure
    .input(RenamePasskey)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: enrolleeProcedure
    .input(PasskeyReference)
    .mutation(({ ctx, input }) => renewAfter(ctx, removePasskey(ctx, input.passkeyId))),
  regenerateRecoveryCodes: enrolleeProcedure.mutation(({ ctx }) =>
    renewAfter(ctx, regenerateRecoveryCodes(ctx)),
  ),
  startReauthentication: enrolleeProcedure.mutation(({ ctx }) => describeReauthentication(ctx)),
  reauthenticate: enrolleeProcedure.input(Reauthenticate).mutation(async ({ ctx, input }) => {
    await ctx.renewSession?.({ authenticatedAt: await reauthenticate(ctx, input, await clientOf(ctx)) });
  }),
});
