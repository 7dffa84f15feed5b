/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Next's development server lets only the host it was started for load its scripts; people type either.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  serverExternalPackages: [
    "postgres",
    "graphile-worker",
    "@node-rs/argon2",
    "pino",
    "rate-limiter-flexible",
    "prom-client",
    "sharp",
  ],
  // REST answers carry it themselves, and pages get it with their content security policy.
  headers: async () =>
    ["/api/:handler(auth|trpc)/:path*", "/_next/:path*", "/icon.svg"].map((source) => ({
      source,
      headers: [{ key: "X-Content-Type-Options", value: "nosniff" }],
    })),
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"],
    // What was fetched because somebody pointed at its link is shown for the shortest time that Next knows, in seconds.
    staleTimes: { static: 30 },
  },
  // `npm run check` is where types are judged; a build that repeats it only starts later.
  typescript: { ignoreBuildErrors: true },
};

export default config;
