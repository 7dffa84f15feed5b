"use client";

import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Where `notifications.show()` appears. Loaded after the page: nothing can be announced before that. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={6000} limit={3} containerWidth={400} />;
}
