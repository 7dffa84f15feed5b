import { Button } from "@mantine/core";
import type { Metadata } from "next";
import { CardPage } from "@/app/_components/frame/standalone-page.tsx";
import { PREFERENCES_PATH } from "@/app/_paths/account.ts";
import { orNotFound, publicApi } from "@/app/_trpc/server.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { KIND_LABELS } from "@/server/domains/notifications/policy.ts";

export const metadata: Metadata = {
  title: "Unsubscribe",
  robots: { index: false },
  referrer: "no-referrer",
};

/** Page of an unsubscribe link. A form and not a script, and nothing happens before the button is pressed. */
export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { kind, isOn } = await orNotFound(publicApi.notifications.unsubscribeOffer({ token }));
  const kinds = KIND_LABELS[kind].label.toLowerCase();
  const preferences = <Link href={PREFERENCES_PATH}>Notification preferences</Link>;
  if (!isOn) {
    return (
      <CardPage
        title="Unsubscribed"
        lead={`You’ll no longer get emails about ${kinds}. Notifications in the dashboard don’t change.`}
        foot={preferences}
      >
        {null}
      </CardPage>
    );
  }
  return (
    <CardPage title="Unsubscribe" lead={`Stop emails about ${kinds}?`} foot={preferences}>
      <form method="post" action={`/api/mail/unsubscribe/${encodeURIComponent(token)}?form`}>
        <Button type="submit" fullWidth>
          Unsubscribe
        </Button>
      </form>
    </CardPage>
  );
}
