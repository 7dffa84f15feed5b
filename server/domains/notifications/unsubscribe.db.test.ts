import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { createUnsubscribeLinks } from "@/server/mail/unsubscribe-token.ts";
import { listPreferences, setPreference } from "./preferences.ts";
import { getUnsubscribeOffer, unsubscribe } from "./unsubscribe.ts";

setUpPlatform();

const link = () => systemContext("unsubscribe");

const tokenFor = (userId: string): string =>
  createUnsubscribeLinks({ userId, kind: "BUILD_FAILED" })?.endpoint?.split("/").at(-1) ?? "";

it("turns off the mails of its kind once, and leaves the bell and other kinds", async () => {
  const { actor } = await signInMember();
  const token = tokenFor(actor.userId);
  expect(await getUnsubscribeOffer(link(), token)).toEqual({ kind: "BUILD_FAILED", isOn: true });
  for (let time = 0; time < 3; time += 1) await unsubscribe(link(), token);
  expect(await getUnsubscribeOffer(link(), token)).toEqual({ kind: "BUILD_FAILED", isOn: false });
  const preferences = await listPreferences(createContext(actor));
  expect(preferences).toContainEqual({ kind: "BUILD_FAILED", bell: true, mail: false });
  expect(preferences).toContainEqual({ kind: "BUILD_FIXED", bell: true, mail: true });
  const rows = await database()
    .systemDb.orm.select()
    .from(auditLog)
    .where(and(eq(auditLog.action, "user.set_notifications"), eq(auditLog.subjectId, actor.userId)));
  expect(rows).toMatchObject([
    {
      actorKind: "system",
      actorId: "unsubscribe",
      after: { kind: "BUILD_FAILED", notifications: "bell" },
    },
  ]);
  await setPreference(createContext(actor), { kind: "BUILD_FAILED", bell: true, mail: true });
  expect((await getUnsubscribeOffer(link(), token)).isOn).toBe(true);
});

it("refuses a token that is forged, or of a user who does not exist", async () => {
  for (const token of ["", "x.y.z", tokenFor(systemContext("test").newId())]) {
    await expect(getUnsubscribeOffer(link(), token)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(unsubscribe(link(), token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});
