import { randomUUID } from "node:crypto";
import { createEntity } from "@/db/factories.ts";
import { type ListingType, REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import type { EntryPoint } from "./entry-points.ts";
import { type Account, db } from "./fixtures.ts";
import { type HttpResponse, type RequestOptions, sendRequest } from "./send-request.ts";

/** Body of a publish request, possibly invalid. */
export type PublishRequest = Record<string, unknown>;

export const uniqueSlug = () => `item-${randomUUID().replaceAll("-", "")}`;

/** Valid publish request for a new entity of the account's tenant, except for the overrides. */
export async function composePublish(
  account: Account,
  { type = "APP_PLUGIN", ...overrides }: PublishRequest & { type?: ListingType } = {},
): Promise<PublishRequest & { slug: string }> {
  const slug = uniqueSlug();
  const entity = await createEntity(db(), { type, tenantId: account.tenantId, slug });
  return {
    type,
    name: "Offline sync",
    slug,
    version: "1.0.0",
    description: "Keeps data at hand without a network.",
    [REFERENCE_FIELD[type]]: entity.id,
    ...overrides,
  };
}

export function publish(
  entryPoint: EntryPoint,
  as: Account,
  json: unknown,
  { query = "", ...options }: RequestOptions & { query?: string } = {},
): Promise<HttpResponse> {
  return sendRequest(entryPoint, `POST /api/marketplace/publish${query}`, { as, json, ...options });
}
