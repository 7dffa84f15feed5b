import { describe, expect, it } from "vitest";
import { apiTokens } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { HOUR_MS } from "@/shared/time.ts";
import type { Permission } from "@/shared/vocabulary.ts";
import { createToken, listTokens } from "./service.ts";

setUpPlatform();

describe("createToken", () => {
  it("gives a viewer a token that reads, and none that changes anything", async () => {
    const ctx = await signInMember("VIEWER");
    const create = (...permissions: Permission[]) =>
      createToken(ctx, { name: "Dashboard", permissions, expires: 3_600 });
    await expect(create("BUILDS_READ")).resolves.toBeDefined();
    for (const permission of ["BUILDS_CREATE", "MARKETPLACE_PUBLISH", "APPS_MANAGE"] as const)
      await expect(create("BUILDS_READ", permission)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        problems: [{ path: "permissions.1" }],
      });
  });

  it("keeps up to 100 live tokens per person and tenant, also with concurrent requests", async () => {
    const ctx = await signInMember();
    const { orm } = database().systemDb;
    const insert = (count: number, overrides: Partial<typeof apiTokens.$inferInsert> = {}) =>
      orm.insert(apiTokens).values(
        Array.from({ length: count }, (_, index) => ({
          id: ctx.newId(),
          tenantId: ctx.tenant.id,
          userId: ctx.actor.userId,
          name: `Token ${index}`,
          permissions: [],
          lastFour: "0000",
          createdAt: ctx.now(),
          expiresAt: new Date(ctx.now().getTime() + HOUR_MS),
          ...overrides,
        })),
      );
    await insert(99);
    await insert(3, { revokedAt: ctx.now() });
    await insert(3, { expiresAt: new Date(ctx.now().getTime() - HOUR_MS) });
    const create = () => createToken(ctx, { name: "CI", permissions: [], expires: 3_600 });
    const results = await Promise.allSettled([create(), create(), create()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(create()).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("100 API tokens"),
    });
    await expect(
      createToken(await signInMember(), { name: "CI", permissions: [], expires: 3_600 }),
    ).resolves.toBeDefined();
  });
});

describe("listTokens", () => {
  it("gives every token once, newest first, over pages", async () => {
    const ctx = await signInMember();
    const created: string[] = [];
    for (let i = 0; i < 3; i++) {
      created.unshift((await createToken(ctx, { name: `CI ${i}`, permissions: [], expires: 3_600 })).id);
    }
    const first = await listTokens(ctx, { limit: 2 });
    const second = await listTokens(ctx, { limit: 2, cursor: first.nextCursor ?? undefined });
    expect([...first.tokens, ...second.tokens].map(({ id }) => id)).toEqual(created);
    expect([first.tokens.length, second.nextCursor]).toEqual([2, null]);
    expect([first, second].map(({ total, skipped }) => [total, skipped])).toEqual([
      [3, 0],
      [3, 2],
    ]);
  });

  it("leads back from the third page to the second", async () => {
    const ctx = await signInMember();
    for (let i = 0; i < 3; i++) await createToken(ctx, { name: `CI ${i}`, permissions: [], expires: 3_600 });
    const first = await listTokens(ctx, { limit: 1 });
    const second = await listTokens(ctx, { limit: 1, cursor: first.nextCursor ?? undefined });
    const third = await listTokens(ctx, { limit: 1, cursor: second.nextCursor ?? undefined });
    expect([first.previousCursor, second.previousCursor]).toEqual([null, null]);
    expect(await listTokens(ctx, { limit: 1, cursor: third.previousCursor ?? undefined })).toEqual(second);
  });
});
