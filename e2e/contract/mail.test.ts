import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { mails } from "@/db/schema/index.ts";
import { createContext, systemContext } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { listPreferences } from "@/server/domains/notifications/preferences.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import { createUnsubscribeLinks } from "@/server/mail/unsubscribe-token.ts";
import { signInAdmin } from "../support/platform.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
import { createAccount, db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";
import { sessionCookie } from "./session.ts";

describeBothEntryPoints("an unsubscribe link", (entryPoint) => {
  const setUp = async () => {
    const { ctx } = await createAccount();
    const { userId } = ctx.actor;
    const endpoint = createUnsubscribeLinks({ userId, kind: "BUILD_FAILED" })?.endpoint;
    const isOn = async () =>
      (await listPreferences(createContext(ctx.actor))).find(({ kind }) => kind === "BUILD_FAILED")?.mail;
    return { path: `/api/mail/unsubscribe/${endpoint?.split("/").at(-1)}`, isOn };
  };
  const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
  const ONE_CLICK = "List-Unsubscribe=One-Click";

  it("works with one click, without a session, and again", async () => {
    const { path, isOn } = await setUp();
    for (let time = 0; time < 2; time += 1) {
      const response = await sendRequest(entryPoint, `POST ${path}`, { headers: FORM, body: ONE_CLICK });
      expect(response.status, response.text).toBe(200);
      expect(await isOn()).toBe(false);
    }
  });

  it("changes nothing when it is only opened, and leads to a page of this server", async () => {
    const { path, isOn } = await setUp();
    const response = await sendRequest(entryPoint, `GET ${path}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(path.replace("/api/mail", ""));
    expect(await isOn()).toBe(true);
    const page = await sendRequest(entryPoint, `GET ${path.replace("/api/mail", "")}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Stop emails about failed builds?");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const pressed = await sendRequest(entryPoint, `POST ${path}?form`, { headers: FORM, body: "" });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, path.replace("/api/mail", "")]);
    expect(await isOn()).toBe(false);
  });

  it("that is forged changes nothing", async () => {
    const { path, isOn } = await setUp();
    for (const forged of [
      `${path}x`,
      "/api/mail/unsubscribe/x.y.z",
      path.replace("BUILD_FAILED", "BUILD_FIXED"),
    ]) {
      const response = await sendRequest(entryPoint, `POST ${forged}`, { headers: FORM, body: ONE_CLICK });
      expectProblem(response, 404, "NOT_FOUND");
      const page = await sendRequest(entryPoint, `GET ${forged.replace("/api/mail", "")}`);
      expect(page.status).toBe(404);
    }
    expect(await isOn()).toBe(true);
  });
});

describeBothEntryPoints("the preview of a mail", (entryPoint) => {
  it("is shown to Super Admins alone, and runs and loads nothing", async () => {
    const system = systemContext("test");
    const eventKey = system.newId();
    await withTransaction(system, ({ open: { tx } }) =>
      queueMail(tx, system, {
        ...{ to: "dev@acme.test", userId: null, kind: "SECURITY", eventKey },
        message: { subject: "s", heading: "Heading", paragraphs: [], reason: "r" },
      }),
    );
    const [mail] = await db().select().from(mails).where(eq(mails.eventKey, eventKey));
    const path = (scheme: string) => `GET /api/mail/previews/${mail?.id}/${scheme}`;
    const admin = await signInAdmin();
    const Cookie = await sessionCookie(admin);
    for (const scheme of ["light", "dark"]) {
      const response = await sendRequest(entryPoint, path(scheme), { headers: { Cookie } });
      expect(response.status, response.text).toBe(200);
      expect(response.text).toContain("Heading");
      expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox /);
    }
    expectProblem(await sendRequest(entryPoint, path("blue"), { headers: { Cookie } }), 404, "NOT_FOUND");
    const { ctx } = await createAccount({ role: "OWNER" });
    const owner = { headers: { Cookie: await sessionCookie(ctx) } };
    expectProblem(await sendRequest(entryPoint, path("light"), owner), 403, "PERMISSION_DENIED");
    expect((await sendRequest(entryPoint, path("light"))).status).toBe(401);
  });
});
