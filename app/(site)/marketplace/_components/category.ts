import type { ItemCategory } from "@/shared/vocabulary.ts";

const LABELS: Record<ItemCategory, string> = {
  accessibility: "Accessibility",
  ai: "AI",
  analytics: "Analytics",
  authentication: "Authentication",
  commerce: "Commerce",
  communication: "Communication",
  data: "Data",
  "developer-tools": "Developer tools",
  forms: "Forms",
  integrations: "Integrations",
  localization: "Localization",
  maps: "Maps",
  media: "Media",
  notifications: "Notifications",
  productivity: "Productivity",
  security: "Security",
  storage: "Storage",
  "user-interface": "User interface",
};

export const describeCategory = (category: ItemCategory): string => LABELS[category];
