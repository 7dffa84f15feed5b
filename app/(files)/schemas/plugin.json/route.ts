import { manifestJsonSchema } from "@/shared/plugin/manifest.ts";

/** The JSON Schema of `plugin.json`, for editors. */
export function GET(): Response {
  return new Response(`${JSON.stringify(manifestJsonSchema(), null, 2)}\n`, {
    headers: {
      "Content-Type": "application/schema+json",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=300",
    },
  });
}
