import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTenant, createUser } from "@/db/factories.ts";
import { itemNames, tenants, users } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { indexItemNames } from "@/server/domains/listings/item-names.ts";
import { hasMixedScripts } from "@/shared/text/mixed-scripts.ts";
import { createTenant as foundTenant } from "../tenants/create-tenant.ts";
import { ListTenants } from "../tenants/input.ts";
import { getTenant, listTenants } from "../tenants/list-tenants.ts";
import { renameTenant } from "../tenants/service.ts";
import { createAccount, createSuperAdmin } from "../users/accounts.ts";
import { ListUsers } from "../users/input.ts";
import { getUser, listUsers } from "../users/list-users.ts";
import { indexNames } from "./find-lookalikes.ts";
import { MAX_LOOKALIKES } from "./policy.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const findUser = async (search: string) =>
  (await listUsers(await signInAdmin(), ListUsers.parse({ search }))).users[0];
const findTenant = async (search: string) =>
  (await listTenants(await signInAdmin(), ListTenants.parse({ search }))).tenants[0];
const idOfEmail = async (email: string) =>
  (await orm().select().from(users).where(eq(users.email, email)))[0]?.id ?? "";

describe("the list of users", () => {
  it.each([
    ["Mark Weber", "Mаrk Weber"],
    ["Ian Clarke", "Ιan Clarke"],
    ["limes eleven", "Iimes eleven"],
    ["Thibaud Colas", "thᎥbaud colas"],
    ["Rosa Luxor", "Rosa Luxor"],
    ["李小龙", "李小龙"],
  ])("flags the namesakes %s and %s, and says whom", async (first, second) => {
    const [own, other] = [
      await createUser(orm(), { name: first }),
      await createUser(orm(), { name: second }),
    ];
    expect((await findUser(own.id))?.lookalikes).toEqual([
      { id: other.id, name: second, handle: other.email },
    ]);
    expect((await getUser(await signInAdmin(), other.id)).lookalikes).toEqual([
      { id: own.id, name: first, handle: own.email },
    ]);
  });

  it("flags a name of one's own, a distinct one and an invisible skeleton not at all", async () => {
    for (const name of ["Jonas Albrecht", "Jonas Albers", "✨✨", "🎈🎈"]) {
      const { id } = await createUser(orm(), { name });
      expect(await findUser(id)).toMatchObject({ lookalikes: [], hasMixedScripts: false });
    }
  });

  it("names the oldest of many namesakes", async () => {
    const ids: string[] = [];
    for (let at = 0; at < MAX_LOOKALIKES + 2; at += 1) {
      ids.push((await createUser(orm(), { name: "Kim Test", createdAt: new Date(2_026, 0, 1 + at) })).id);
    }
    const { lookalikes = [] } = (await findUser(ids.at(-1) ?? "")) ?? {};
    expect(lookalikes.map(({ id }) => id)).toEqual(ids.slice(0, MAX_LOOKALIKES));
  });
});

describe("a name is indexed", () => {
  it("of users who sign up, and of Super Admins made by the command line", async () => {
    const [one, two] = ["namesake-one@drydock.test", "namesake-two@drydock.test"];
    await createSuperAdmin(systemContext("test"), { email: one, name: "Olga Petrowa" });
    const account = { email: two, name: "Оlga Petrowa", password: "correct horse battery staple" };
    await createAccount(
      systemContext("test"),
      "user.create",
      account,
      { isEmailVerified: false },
      async () => async (id) => ({
        type: "user",
        id,
        tenantId: null,
      }),
    );
    expect(await findUser(await idOfEmail(two))).toMatchObject({
      lookalikes: [{ handle: one }],
      hasMixedScripts: true,
    });
  });

  it("of tenants that are created or renamed", async () => {
    const member = await signInMember("OWNER");
    const brand = await foundTenant(createContext(member.actor, "test"), "Initech Labs");
    const { tenant } = member;
    expect((await findTenant(tenant.id))?.lookalikes).toEqual([]);
    await renameTenant(member, "lnitech Lаbs");
    expect(await findTenant(tenant.id)).toMatchObject({
      lookalikes: [{ id: brand.id, name: "Initech Labs", handle: brand.slug }],
      hasMixedScripts: true,
    });
    await renameTenant(member, "Something else");
    const record = await getTenant(await signInAdmin(), brand.id);
    expect(record).toMatchObject({ lookalikes: [], hasMixedScripts: false });
  });

  it("of an older release by the job", async () => {
    const [user, tenant] = [await createUser(orm(), { name: "Old Name" }), await createTenant(orm())];
    await orm().update(users).set({ nameSkeleton: null });
    await orm().update(tenants).set({ nameSkeleton: null });
    const { id: userId } = await createUser(orm(), { name: "0ld Name" });
    expect((await findUser(userId))?.lookalikes).toEqual([]);
    await indexNames(systemContext("test"));
    expect((await findUser(userId))?.lookalikes).toMatchObject([{ id: user.id }]);
    const { id } = await createTenant(orm(), { name: tenant.name.toUpperCase() });
    expect((await findTenant(id))?.lookalikes).toMatchObject([{ id: tenant.id }]);
  });

  it("of items by the job", async () => {
    const { id: tenantId } = await createTenant(orm());
    const row = { type: "THEME", slug: "nordic-dusk", tenantId, name: "Νordic Dusk", keys: null } as const;
    await orm()
      .insert(itemNames)
      .values({ ...row, since: new Date() });
    await indexItemNames(systemContext("test"));
    const [item] = await orm().select().from(itemNames).where(eq(itemNames.slug, row.slug));
    expect(item?.keys).toContain("nordlcdusk");
  });
});

describe("hasMixedScripts", () => {
  it.each(["Cоst Report", "Ιan Clarke", "Aсme", "Տtar", "Ꭺcme"])("finds %s", (name) => {
    expect(hasMixedScripts(name)).toBe(true);
  });

  it.each(["Иван Smith", "東京 Tower", "サクラ桜", "Łódź", "Ελένη", "Studio 9", "Müller-Lüdenscheidt", ""])(
    "leaves %s",
    (name) => {
      expect(hasMixedScripts(name)).toBe(false);
    },
  );
});
