import { HydrateClient } from "../_trpc/server";
import { NotificationPreferences } from "./notification-preferences";
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
