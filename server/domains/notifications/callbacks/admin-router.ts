import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import {
  createChannel,
  pauseChannel,
  resumeChannel,
  rotateSecret,
  testChannel,
  updateChannel,
} from "./channels.ts";
import {
  ChannelKey,
  CreateChannel,
  DeliveryKey,
  ListDeliveries,
  RedeliverFailed,
  ResolveParked,
  UpdateChannel,
} from "./input.ts";
import { getChannel, listChannels } from "./list-channels.ts";
import { getDelivery, listDeliveries } from "./list-deliveries.ts";
import { redeliver, redeliverFailed, resolveParked } from "./redelivery.ts";

export const adminCallbacksRouter = router({
  list: adminProcedure.query(({ ctx }) => listChannels(ctx)),
  get: adminProcedure.input(ChannelKey).query(({ ctx, input }) => getChannel(ctx, input.channelId)),
  create: adminProcedure.input(CreateChannel).mutation(({ ctx, input }) => createChannel(ctx, input)),
  update: adminProcedure.input(UpdateChannel).mutation(({ ctx, input }) => updateChannel(ctx, input)),
  rotateSecret: adminProcedure
    .input(ChannelKey)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input.channelId)),
  pause: adminProcedure.input(ChannelKey).mutation(({ ctx, input }) => pauseChannel(ctx, input.channelId)),
  resume: adminProcedure.input(ChannelKey).mutation(({ ctx, input }) => resumeChannel(ctx, input.channelId)),
  test: adminProcedure.input(ChannelKey).mutation(({ ctx, input }) => testChannel(ctx, input.channelId)),
  deliveries: adminProcedure.input(ListDeliveries).query(({ ctx, input }) => listDeliveries(ctx, input)),
  delivery: adminProcedure.input(DeliveryKey).query(({ ctx, input }) => getDelivery(ctx, input.deliveryId)),
  redeliver: adminProcedure.input(DeliveryKey).mutation(({ ctx, input }) => redeliver(ctx, input.deliveryId)),
  redeliverFailed: adminProcedure
    .input(RedeliverFailed)
    .mutation(({ ctx, input }) => redeliverFailed(ctx, input)),
  resolveParked: adminProcedure.input(ResolveParked).mutation(({ ctx, input }) => resolveParked(ctx, input)),
});
