/** @type {import("next").NextConfig} */
const config = {
  turbopack: { root: new URL("../../..", import.meta.url).pathname },
  serverExternalPackages: ["postgres"],
  compress: false,
  poweredByHeader: false,
};

export default config;
