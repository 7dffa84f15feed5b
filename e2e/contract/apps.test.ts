import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { AppPage } from "@/server/domains/apps/view.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";

describeBothEntryPoints("GET /api/apps", (entryPoint) => {
  let account: Account;
  const list = (query = "", as: Account | undefined = account) =>
    sendRequest(entryPoint, `GET /api/apps${query}`, { as });
  beforeAll(async () => {
    account = await createAccount();
    const { tenantId } = account;
    for (const name of ["Beta", "Alpha", "Äther", "Gamma"]) await createApp(db(), { tenantId, name });
    await createApp(db(), { tenantId, name: "Archived", archivedAt: new Date() });
  });

  it("lists the tenant's apps by name, without archived ones", async () => {
    const { apps, nextCursor } = expectView(await list(), 200, AppPage);
    expect(apps.map(({ name }) => name).sort()).toEqual(["Alpha", "Beta", "Gamma", "Äther"]);
    expect(nextCursor).toBeNull();
    expect(expectView(await list("", await createAccount()), 200, AppPage)).toEqual({
      apps: [],
      nextCursor: null,
    });
  });

  it("has pages that together are the list", async () => {
    const whole = expectView(await list(), 200, AppPage).apps;
    const paged: AppPage["apps"] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: AppPage = expectView(await list(`?limit=1${cursor && `&cursor=${cursor}`}`), 200, AppPage);
      expect(page.apps).toHaveLength(1);
      paged.push(...page.apps);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
  });

  describe("refuses", () => {
    it("every invalid field at once", async () => {
      expectProblem(await list("?limit=0&cursor=x"), 400, "VALIDATION_FAILED", ["cursor", "limit"]);
    });

    it("a missing token, and one without BUILDS_READ", async () => {
      expectProblem(await sendRequest(entryPoint, "GET /api/apps"), 401, "UNAUTHENTICATED");
      const publisher = await createToken(account.ctx, ["MARKETPLACE_PUBLISH"]);
      expectProblem(await list("", publisher), 403, "PERMISSION_DENIED");
    });
  });
});
