import type { Page } from "@playwright/test";
import { MANIFEST, pluginArchive } from "../support/archives.ts";
import { ACME, expect } from "./fixtures.ts";

type Ask = { method?: string; data?: unknown; token: string; type?: string };

/** What the platform answers to a program that holds a token of Acme; it has to be a success. */
export async function ask(page: Page, path: string, init: Ask): Promise<{ id: string }> {
  const answer = await page.request.fetch(path, {
    method: init.method ?? "POST",
    headers: {
      Authorization: `Bearer ${init.token}`,
      "X-Tenant-Id": ACME,
      ...(init.data !== undefined && { "Content-Type": init.type ?? "application/json" }),
    },
    data: init.data as Buffer,
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as { id: string };
}

/** A slug that no other try of a journey has. */
export const ownSlug = (name: string): string => `${name}-${Date.now().toString(36)}`;

export type Plugin = { token: string; type: "APP_PLUGIN" | "SYSTEM_PLUGIN"; slug: string; entityId: string };

/** Registers a plugin as the command line does; its name is its slug. */
export async function register(
  page: Page,
  token: string,
  slug: string,
  type: Plugin["type"] = "APP_PLUGIN",
): Promise<Plugin> {
  const data = { type, slug, name: slug };
  const { id } = await ask(page, "/api/marketplace/entities", { token, data });
  return { token, type, slug, entityId: id };
}

type Submission = {
  version: string;
  permissions?: string[];
  changelog?: string;
  files?: { path: string; content: string }[];
};

/** Submits a version with an archive; the listing's id. */
export async function submit(
  page: Page,
  { token, type, slug, entityId }: Plugin,
  { version, permissions, changelog, files = [] }: Submission,
): Promise<string> {
  const listing = { type, name: slug, slug, version, description: MANIFEST.description, changelog };
  const reference = type === "APP_PLUGIN" ? { appPluginId: entityId } : { systemPluginId: entityId };
  const manifest = { slug, version, permissions, type: type === "APP_PLUGIN" ? "app" : "system" };
  const { sha256, bytes } = pluginArchive(manifest, files);
  await ask(page, `/api/marketplace/archives/${sha256}`, {
    method: "PUT",
    token,
    data: Buffer.from(bytes),
    type: "application/gzip",
  });
  const data = { ...listing, ...reference, archiveSha256: sha256 };
  const { id } = await ask(page, "/api/marketplace/publish", { token, data });
  return id;
}

export const reviewOf = (id: string): string => `/admin/moderation/${id}`;
