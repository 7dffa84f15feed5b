import { adminProcedure, router } from "../http/trpc/procedures.ts";
import {
  createChannel,
  pauseChannel,
  resumeChannel,
  rotateSecret,
  testChannel,
  updateChannel,
} from "./channels.ts";
import {
  CreateChannel,
  ListDeliveries,
  NameChannel,
  NameDelivery,
  RedeliverFailed,
  SettleParked,
  UpdateChannel,
} from "./input.ts";
import { getChannel, getDelivery, listChannels, listDeliveries } from "./overview.ts";
import { redeliver, redeliverFailed, settleParked } from "./redeliver.ts";

export const adminNotificationsRouter = router({
  list: adminProcedure.query(({ ctx }) => listChannels(ctx)),
  get: adminProcedure.input(NameChannel).query(({ ctx, input }) => getChannel(ctx, input.channelId)),
  create: adminProcedure.input(CreateChannel).mutation(({ ctx, input }) => createChannel(ctx, input)),
  update: adminProcedure.input(UpdateChannel).mutation(({ ctx, input }) => updateChannel(ctx, input)),
  rotateSecret: adminProcedure
    .input(NameChannel)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input.channelId)),
  pause: adminProcedure.input(NameChannel).mutation(({ ctx, input }) => pauseChannel(ctx, input.channelId)),
  resume: adminProcedure.input(NameChannel).mutation(({ ctx, input }) => resumeChannel(ctx, input.channelId)),
  test: adminProcedure.input(NameChannel).mutation(({ ctx, input }) => testChannel(ctx, input.channelId)),
  deliveries: adminProcedure.input(ListDeliveries).query(({ ctx, input }) => listDeliveries(ctx, input)),
  delivery: adminProcedure.input(NameDelivery).query(({ ctx, input }) => getDelivery(ctx, input.deliveryId)),
  redeliver: adminProcedure
    .input(NameDelivery)
    .mutation(({ ctx, input }) => redeliver(ctx, input.deliveryId)),
  redeliverFailed: adminProcedure
    .input(RedeliverFailed)
    .mutation(({ ctx, input }) => redeliverFailed(ctx, input)),
  settleParked: adminProcedure.input(SettleParked).mutation(({ ctx, input }) => settleParked(ctx, input)),
});
