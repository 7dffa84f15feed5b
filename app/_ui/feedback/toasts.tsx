"use client";

import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";

/** Container of toasts from `notifications.show()`, loaded after the page. Centered: side panels with the next action are at the right. */
export function Toasts() {
  return <Notifications position="bottom-center" autoClose={6000} limit={3} containerWidth={400} />;
}
