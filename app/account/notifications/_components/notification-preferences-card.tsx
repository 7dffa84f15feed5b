import { NotificationPreferences } from "@/app/_components/notifications/notification-preferences.tsx";
import { HydrateClient } from "@/app/_trpc/server.tsx";
import classes from "./notification-preferences-card.module.css";

/** Notification preferences as a part of a page that prefetches them. */
export function NotificationPreferencesCard() {
  return (
    <HydrateClient>
      <div className={classes.card}>
        <NotificationPreferences />
      </div>
    </HydrateClient>
  );
}
