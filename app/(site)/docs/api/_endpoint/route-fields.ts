import { z } from "zod";
import { acceptsToken } from "@/server/auth/credentials.ts";
import { DownloadBody } from "@/server/http/download.ts";
import type { AnyRouteSpec } from "@/server/http/route.ts";
import { ANY_MEDIA_TYPE } from "@/server/http/upload.ts";

export interface RouteField {
  name: string;
  isRequired: boolean;
}

/** Input fields of a schema, in its order. */
export function listFields(schema: z.ZodType | undefined): RouteField[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties).map((name) => ({ name, isRequired: required.includes(name) }));
}

export interface HeaderRule {
  name: string;
  isRequired: boolean;
  rule: string;
}

/** Request headers of a route, derived from its declaration. */
export function listHeaders(spec: AnyRouteSpec): HeaderRule[] {
  const permission = spec.permission ? ` with the permission \`${spec.permission}\`` : "";
  const ofToken = spec.credential === "token" ? required : optional;
  const mediaTypes = spec.upload?.mediaTypes.filter((mediaType) => mediaType !== ANY_MEDIA_TYPE) ?? [];
  const headers: (HeaderRule | false)[] = [
    acceptsToken(spec.credential) && ofToken("Authorization", `\`Bearer\` API token${permission}.`),
    acceptsToken(spec.credential) && ofToken("X-Tenant-Id", "Tenant ID of the token."),
    spec.credential === "build-secret" &&
      required("x-build-secret", "`BUILD_SERVER_SECRET` or `MAC_BUILDER_SECRET`."),
    spec.body !== undefined && required("Content-Type", "`application/json`."),
    mediaTypes.length > 0 && required("Content-Type", `\`${mediaTypes.join("` or `")}\`.`),
    spec.response === DownloadBody &&
      optional("Range", "One byte range, such as `bytes=1000-`. Supports `If-Range`."),
    spec.response === DownloadBody && optional("If-None-Match", "`ETag` of an earlier response."),
    spec.acceptsIdempotencyKey !== undefined &&
      optional(
        "Idempotency-Key",
        "1 to 128 printable ASCII characters. For 24 hours, the same key and body return the first result.",
      ),
    spec.isConditional === true && optional("If-None-Match", "`ETag` of an earlier response."),
  ];
  return headers.filter((header) => header !== false);
}

const required = (name: string, rule: string): HeaderRule => ({ name, isRequired: true, rule });
const optional = (name: string, rule: string): HeaderRule => ({ name, isRequired: false, rule });
