"use client";

import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Container of toasts from `notifications.show()`. Loaded after the page. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={6000} limit={3} containerWidth={400} />;
}
