import type { Metadata } from "next";
import { api, HydrateClient, orNotFound } from "../../../../_trpc/server";
import { requireAdmin } from "../../../../_trpc/session";
import { PageHeader } from "../../../../_ui/page/page-header";
import { channelPath, NOTIFICATIONS_PATH } from "../../../_components/paths";
import { DeliveryAttempts, Redeliver } from "../../_components/delivery-attempts";

type DeliveryPageProps = { params: Promise<{ deliveryId: string }> };

export const metadata: Metadata = { title: "Delivery" };

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  await requireAdmin();
  const { deliveryId } = await params;
  const delivery = await orNotFound(api.adminNotifications.delivery({ deliveryId }));
  void api.adminNotifications.delivery.prefetch({ deliveryId });
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
