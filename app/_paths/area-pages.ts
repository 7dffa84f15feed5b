import {
  IconBell,
  IconBook,
  IconBuildingStore,
  IconHammer,
  IconKey,
  IconLock,
  IconShieldCheck,
  IconUser,
} from "@tabler/icons-react";
import { ACCOUNT_PATH, OWN_TOKENS_PATH, PREFERENCES_PATH, SECURITY_PATH } from "./account.ts";
import { ADMIN_PATH } from "./admin.ts";
import { BUILDER_PATH } from "./builder.ts";
import { DOCS } from "./docs.ts";
import { MARKET_PATH } from "./marketplace.ts";
import type { Page } from "./page.ts";

/** Areas of the product, as the menu of the user and the palettes of the others name them. */
export const AREAS = {
  account: {
    path: ACCOUNT_PATH,
    title: "Account",
    Icon: IconUser,
    keywords: "profile name email password security passkeys notifications",
  },
  builder: { path: BUILDER_PATH, title: "Builder", Icon: IconHammer },
  admin: { path: ADMIN_PATH, title: "Admin", Icon: IconShieldCheck },
  marketplace: { path: MARKET_PATH, title: "Marketplace", Icon: IconBuildingStore },
  docs: { path: DOCS.quickStart.path, title: "Docs", Icon: IconBook, keywords: "help reference" },
} satisfies Record<string, Page>;

export const ACCOUNT_PAGES = {
  profile: {
    path: ACCOUNT_PATH,
    title: "Profile",
    Icon: IconUser,
    keywords: "name email delete account",
    isExact: true,
  },
  security: { path: SECURITY_PATH, title: "Security", Icon: IconLock, keywords: "password sign-in" },
  tokens: { path: OWN_TOKENS_PATH, title: "API tokens", Icon: IconKey, keywords: "revoke" },
  notifications: { path: PREFERENCES_PATH, title: "Notifications", Icon: IconBell, keywords: "bell mute" },
} satisfies Record<string, Page>;
