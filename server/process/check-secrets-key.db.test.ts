import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv, env } from "@/server/core/env/env.ts";
import { setVariable } from "@/server/domains/apps/variables/service.ts";
import { checkSecretsKey } from "./prepare-database.ts";

setUpPlatform();

it("refuses a start without the key of a stored secret", async () => {
  const [old, current] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const check = (key: string) => {
    completeEnv({ SECRETS_KEY: key });
    return checkSecretsKey(env().DATABASE_URL ?? "");
  };
  const ctx = await signInMember();
  const { id: appId } = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const set = (name: string, isSecret: boolean) =>
    setVariable(ctx, { appId, name, value: "some value", isSecret, platforms: [] });
  await set("PLAIN", false);
  await check("");
  completeEnv({ SECRETS_KEY: old });
  await set("SECRET", true);
  await expect(check("")).rejects.toThrow("SECRETS_KEY: ");
  await expect(check(current)).rejects.toThrow("SECRETS_KEY: ");
  await check(`${current},${old}`);
});
