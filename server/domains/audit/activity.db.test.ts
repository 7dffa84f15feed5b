import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild, createMembership, createUser } from "@/db/factories.ts";
import { apiTokens, auditLog } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type AuditAction, type AuditSubject, auditRow } from "@/server/core/audit.ts";
import {
  type Context,
  createContext,
  database,
  systemContext,
  type TenantContext,
  type UserActor,
} from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { endMembership } from "@/server/domains/accounts/members/change-membership.ts";
import { exportActivity, getActivity, listActivity, listActivityPeople } from "./activity.ts";
import { ExportActivity, ListActivity } from "./input.ts";

setUpPlatform();

let owner: TenantContext<UserActor>;
beforeAll(async () => {
  owner = await signInMember("OWNER");
});

const orm = () => database().systemDb.orm;
const list = (input: object = {}, ctx = owner) =>
  listActivity(ctx, ListActivity.parse({ limit: 100, ...input }));
const idsBy = async (input: object) => (await list(input)).entries.map(({ id }) => id);

/** Stores an entry of a tenant, by default one about the tenant. Returns its id. */
async function record(
  ctx: Context,
  action: AuditAction,
  subject: Partial<AuditSubject> = {},
  row: Partial<typeof auditLog.$inferInsert> = {},
): Promise<string> {
  const { id } = owner.tenant;
  const entry = { ...auditRow(ctx, action, { type: "tenant", id, tenantId: id, ...subject }), ...row };
  await orm().insert(auditLog).values(entry);
  return entry.id;
}

describe("the activity log", () => {
  it("is for owners of the workspace, by session", async () => {
    for (const role of ["DEVELOPER", "VIEWER"] as const) {
      const member = { ...owner, role };
      const denied = { code: "PERMISSION_DENIED" };
      await expect(list({}, member)).rejects.toMatchObject(denied);
      await expect(listActivityPeople(member)).rejects.toMatchObject(denied);
      await expect(getActivity(member, owner.newId())).rejects.toMatchObject(denied);
      expect(() => exportActivity(member, ExportActivity.parse({ format: "csv" }))).toThrow("owner");
    }
    const token = {
      kind: "token" as const,
      tokenId: owner.newId(),
      userId: owner.actor.userId,
      isEmailVerified: true,
    };
    await expect(
      listActivity({ ...owner, actor: token } as TenantContext, ListActivity.parse({})),
    ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it("holds the entries of its own workspace alone", async () => {
    const stranger = await signInMember("OWNER");
    const [own, foreign] = [
      await record(owner, "tenant.rename"),
      await record(stranger, "tenant.rename", {}, { tenantId: stranger.tenant.id }),
    ];
    expect(await idsBy({})).toContain(own);
    expect(await idsBy({})).not.toContain(foreign);
    expect(await idsBy({ person: stranger.actor.userId })).toEqual([]);
    const seen = await list({}, stranger);
    expect(seen.entries.map(({ id }) => id)).toEqual([foreign]);
    expect(await getActivity(stranger, foreign)).toEqual(seen.entries[0]);
    await expect(getActivity(owner, foreign)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows members, former members and their tokens by name", async () => {
    const user = await createUser(orm(), { name: "Ada" });
    await createMembership(orm(), { tenantId: owner.tenant.id, userId: user.id, role: "DEVELOPER" });
    const tokenId = owner.newId();
    await orm().insert(apiTokens).values({
      id: tokenId,
      tenantId: owner.tenant.id,
      userId: user.id,
      name: "ci",
      permissions: [],
      lastFour: "abcd",
      expiresAt: new Date(),
    });
    const actor: UserActor = {
      kind: "user",
      userId: user.id,
      email: "",
      name: "",
      isSuperAdmin: false,
      isEmailVerified: true,
    };
    const byHand = await record(createContext(actor), "app.edit");
    const byToken = await record(
      createContext({ kind: "token", tokenId, userId: user.id, isEmailVerified: true }),
      "build.queue",
    );
    expect(await idsBy({ person: user.id })).toEqual([byToken, byHand]);
    const namesOf = async () => (await list()).entries.map(({ id, actor: { name } }) => ({ id, name }));
    expect(await namesOf()).toEqual(
      expect.arrayContaining([
        { id: byHand, name: "Ada" },
        { id: byToken, name: "Ada (token ci)" },
      ]),
    );
    await mutate(owner, "membership.remove", (tx) => endMembership(tx, owner.tenant.id, user.id));
    expect(await namesOf()).toEqual(expect.arrayContaining([{ id: byHand, name: "Ada" }]));
    expect(await listActivityPeople(owner)).toEqual(expect.arrayContaining([{ id: user.id, name: "Ada" }]));
  });

  it("shows Super Admins and system processes as Drydock, without their notes", async () => {
    const admin = await signInAdmin();
    const reason = { reason: "SECURITY", comment: "Please fix." };
    const ids = [
      await record(admin, "listing.reject", { after: { status: "REJECTED", ...reason, reviewer: "Eve" } }),
      await record(admin, "tenant.suspend", { after: { reason: "called by phone" } }),
      await record(admin, "membership.change_role", { after: { role: "OWNER" } }),
      await record(systemContext("rollouts"), "installation.update"),
    ];
    const { entries } = await list({ person: "drydock" });
    expect(entries.map(({ id }) => id)).toEqual([...ids].reverse());
    for (const entry of entries) expect(await getActivity(owner, entry.id)).toEqual(entry);
    for (const { actor, requestId } of entries) {
      expect(actor).toEqual({ kind: "system", id: null, name: "Drydock", userId: null });
      expect(requestId).toBeNull();
    }
    expect(entries.map(({ after }) => after)).toEqual([
      null,
      { role: "OWNER" },
      {},
      { status: "REJECTED", ...reason },
    ]);
    expect(await idsBy({ person: admin.actor.userId })).toEqual([]);
    expect((await listActivityPeople(owner)).map(({ id }) => id)).not.toContain(admin.actor.userId);
    // A Super Admin who is also a member moderates as Drydock.
    await createMembership(orm(), { tenantId: owner.tenant.id, userId: admin.actor.userId });
    const asMember = await record(admin, "app.edit");
    expect(await idsBy({ person: admin.actor.userId })).toEqual([asMember, ids[2]]);
  });

  it("holds no internal moderation and no reports of machines", async () => {
    const admin = await signInAdmin();
    const hidden = [
      await record(admin, "listing.note"),
      await record(admin, "listing.take_over"),
      await record(createContext({ kind: "worker", workerId: "mac-7" }), "build.report"),
    ];
    expect(await idsBy({})).not.toEqual(expect.arrayContaining([expect.toBeOneOf(hidden)]));
    expect(ListActivity.safeParse({ action: "listing.note" }).success).toBe(false);
    for (const id of hidden) {
      await expect(getActivity(owner, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("filters by action, period and name", async () => {
    const app = await createApp(orm(), { tenantId: owner.tenant.id, name: "Field 100%" });
    const build = await createBuild(orm(), { tenantId: owner.tenant.id, appId: app.id });
    const at = (day: number) => ({ at: new Date(Date.UTC(2031, 4, day, 12)) });
    const edited = await record(owner, "app.edit", { type: "app", id: app.id }, at(1));
    const queued = await record(owner, "build.queue", { type: "build", id: build.id }, at(2));
    const renamed = await record(owner, "tenant.rename", { before: { name: "Old 100% name" } }, at(3));
    const period = { since: "2031-05-01", until: "2031-05-03" };
    expect(await idsBy(period)).toEqual([renamed, queued, edited]);
    expect(await idsBy({ since: "2031-05-02", until: "2031-05-02" })).toEqual([queued]);
    expect(await idsBy({ ...period, action: "app.edit" })).toEqual([edited]);
    expect(await idsBy({ ...period, q: "100%" })).toEqual([renamed, queued, edited]);
    expect(await idsBy({ ...period, q: `100% #${build.number}` })).toEqual([queued]);
    expect(await idsBy({ ...period, q: "1000" })).toEqual([]);
  });

  it("pages, and exports the same entries", async () => {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    const all = await list();
    expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 4));
    let file = "";
    for await (const piece of exportActivity(owner, ExportActivity.parse({ format: "jsonl" }))) file += piece;
    const lines = file
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual(all.entries);
  });
});
