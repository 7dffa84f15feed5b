import type { ListingType, PaymentProvider, Platform, TenantRole } from "./vocabulary.ts";

export const PLATFORM_LABELS: Record<Platform, string> = { ANDROID: "Android", IOS: "iOS" };

export const PROVIDER_LABELS: Record<PaymentProvider, string> = { STRIPE: "Stripe", PAYPAL: "PayPal" };

export const LISTING_TYPE_LABELS: Record<ListingType, string> = {
  APP_PLUGIN: "App plugin",
  SYSTEM_PLUGIN: "System plugin",
  THEME: "Theme",
};

export const ROLE_LABELS: Record<TenantRole, { label: string; article: string }> = {
  OWNER: { label: "Owner", article: "an owner" },
  DEVELOPER: { label: "Developer", article: "a developer" },
  VIEWER: { label: "Viewer", article: "a viewer" },
};
