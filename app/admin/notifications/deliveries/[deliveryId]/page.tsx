import type { Metadata } from "next";
import { channelPath, NOTIFICATIONS_PATH } from "@/app/_paths/admin.ts";
import { api, HydrateClient, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { DeliveryAttempts, Redeliver } from "@/app/admin/notifications/_components/delivery-attempts.tsx";

type DeliveryPageProps = { params: Promise<{ deliveryId: string }> };

export const metadata: Metadata = { title: "Delivery" };

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  await requireAdmin();
  const { deliveryId } = await params;
  const delivery = await orNotFound(api.adminCallbacks.delivery({ deliveryId }));
  void api.adminCallbacks.delivery.prefetch({ deliveryId });
  return (
    <HydrateClient>
      <PageHeader
        breadcrumbs={[
          { href: NOTIFICATIONS_PATH, label: "Notifications" },
          { href: channelPath(delivery.channel.id), label: delivery.channel.name },
        ]}
        title={delivery.type}
        description={delivery.isTest ? "Test" : `Event ${delivery.sequence}`}
        actions={<Redeliver deliveryId={deliveryId} />}
      />
      <DeliveryAttempts deliveryId={deliveryId} />
    </HydrateClient>
  );
}
