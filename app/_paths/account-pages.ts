import { IconBell, IconKey, IconLock, IconUser } from "@tabler/icons-react";
import { ACCOUNT_PATH, OWN_TOKENS_PATH, PREFERENCES_PATH, SECURITY_PATH } from "./account.ts";
import type { Page } from "./page.ts";

export const ACCOUNT_PAGES = {
  profile: {
    path: ACCOUNT_PATH,
    title: "Profile",
    Icon: IconUser,
    keywords: "name email delete account",
    isInNavigation: true,
    isExact: true,
  },
  security: {
    path: SECURITY_PATH,
    title: "Security",
    Icon: IconLock,
    keywords: "password sign-in",
    isInNavigation: true,
  },
  tokens: {
    path: OWN_TOKENS_PATH,
    title: "API tokens",
    Icon: IconKey,
    keywords: "revoke",
    isInNavigation: true,
  },
  notifications: {
    path: PREFERENCES_PATH,
    title: "Notifications",
    Icon: IconBell,
    keywords: "bell mute",
    isInNavigation: true,
  },
} satisfies Record<string, Page>;
