import { readFileSync } from "node:fs";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

const WORKER_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Next's development server serves scripts only to its own host name; both of these are used.
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
  // REST routes set it themselves; pages get it with their content security policy in `proxy.ts`.
  headers: async () => [
    ...["/api/:handler(auth|trpc)/:path*", "/_next/:path*", "/icon.svg"].map((source) => ({
      source,
      headers: [{ key: "X-Content-Type-Options", value: "nosniff" }],
    })),
    // The policy of a worker is that of its script, which loads the chunks of the worker.
    {
      source: "/_next/static/chunks/:path*",
      headers: [{ key: "Content-Security-Policy", value: WORKER_POLICY }],
    },
  ],
  // Not used. Without it Next answers 404 to `/_next/image`.
  images: { unoptimized: true },
  experimental: {
    preloadEntriesOnStart: false,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"],
    // Lifetime of prefetched pages in seconds; 30 is the minimum of Next.
    staleTimes: { static: 30 },
  },
  // `npm run check` checks types; repeating it would only slow down the build.
  typescript: { ignoreBuildErrors: true },
};

/**
 * Directory of the build. `server/process/build.ts` sets it, one for each state of the sources; `next start` alone takes the
 * last one.
 * @param {string} phase
 */
function findBuildDirectory(phase) {
  const given = process.env["DRYDOCK_PAGES_BUILD"];
  if (given || phase !== PHASE_PRODUCTION_SERVER) return given || ".next";
  try {
    return readFileSync(new URL(".build/current", import.meta.url), "utf8").trim();
  } catch {
    return ".next";
  }
}

/** @param {string} phase */
export default (phase) => ({ ...config, distDir: findBuildDirectory(phase) });
