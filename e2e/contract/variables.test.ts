import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { VariableList, VariableView } from "@/server/domains/apps/variables/view.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";

describeBothEntryPoints("/api/apps/{appId}/variables", (entryPoint) => {
  let account: Account;
  let path = "";
  const put = (name: string, json: unknown) =>
    sendRequest(entryPoint, `PUT ${path}/${name}`, { as: account, json });
  beforeAll(async () => {
    account = await createAccount();
    const app = await createApp(db(), { tenantId: account.tenantId });
    path = `/api/apps/${app.id}/variables`;
  });

  it("sets, lists and deletes a variable", async () => {
    expectView(await put("API_URL", { value: "https://a.test", isSecret: false }), 201, VariableView);
    expectView(await put("API_URL", { value: "https://b.test", isSecret: false }), 200, VariableView);
    const { variables } = expectView(
      await sendRequest(entryPoint, `GET ${path}`, { as: account }),
      200,
      VariableList,
    );
    expect(variables).toMatchObject([{ name: "API_URL", value: "https://b.test", isSecret: false }]);
    const removal = await sendRequest(entryPoint, `DELETE ${path}/API_URL`, { as: account });
    expect(removal).toMatchObject({ status: 204, text: "" });
  });

  it("warns of a secret that is too short to be masked", async () => {
    const warnings = [{ code: "NOT_MASKED", message: expect.stringContaining("8 characters") }];
    const set = (value: string, isSecret = true) => put("SHORT", { value, isSecret });
    expect(expectView(await set("1234567"), 201, VariableView)).toMatchObject({ value: null, warnings });
    const list = await sendRequest(entryPoint, `GET ${path}`, { as: account });
    expect(expectView(list, 200, VariableList).variables).toContainEqual(
      expect.objectContaining({ name: "SHORT", warnings }),
    );
    expect(expectView(await set("12345678"), 200, VariableView).warnings).toEqual([]);
    expect(expectView(await set("1234567", false), 200, VariableView).warnings).toEqual([]);
    await sendRequest(entryPoint, `DELETE ${path}/SHORT`, { as: account });
  });

  describe("404 for a name that no variable can have", () => {
    it.each(["H%00", "lower", "1ST", "A".repeat(65), "%F0%9F%98%80"])("%s", async (name) => {
      expectProblem(await put(name, { value: "x" }), 404, "NOT_FOUND");
      const removal = await sendRequest(entryPoint, `DELETE ${path}/${name}`, { as: account });
      expectProblem(removal, 404, "NOT_FOUND");
    });

    it.each(["PATH", "LD_PRELOAD", "NODE_OPTIONS", "BUILD_ID"])("%s, with the rule", async (name) => {
      expect(expectProblem(await put(name, { value: "x" }), 404, "NOT_FOUND").detail).toMatch(
        /name is (set|reserved)/,
      );
    });
  });
});
