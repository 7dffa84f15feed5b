/** How much there is of everything. Row `n` of any kind belongs to tenant `n % TENANTS`. */
export const TENANTS = 20;

/** Apps whose builds have all ended: their pages are read. */
export const APPS = 1_000;

/** Apps whose builds wait to be reported on. */
export const BUSY_APPS = 400;

/** Registered plugins, each with one approved version 0.1.0. */
export const PLUGINS = 1_200;

export const pluginSlug = (number: number): string => `bench-plugin-${number}`;

export const DESCRIPTION =
  "Keeps what the app needs on the device, and brings it up to date when there is a network again.";

export const tenantSlug = (number: number): string => `bench-${number}`;

/** Finds the plugin of that number, and those whose numbers begin with it. */
export const searchWord = (plugin: number): string => `plugin-${plugin}`;
