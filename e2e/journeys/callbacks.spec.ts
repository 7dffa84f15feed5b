import { Webhook } from "standardwebhooks";
import { type Receiver, startReceiver } from "../support/receivers/receiver.ts";
import { respondWith } from "../support/receivers/responders.ts";
import { click, expect, setPreference, signIn, test } from "./fixtures.ts";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver(respondWith(200));
});
test.afterAll(() => receiver.close());

/** Requests of test events, first to last: the endpoint gets events of other tests and of the demo data, too. */
const receivedTests = () =>
  receiver.received.filter(({ body }) => (JSON.parse(body) as { type: string }).type === "channel.test");

test("a Super Admin creates an endpoint, tests it, watches a failure, rotates the secret and redelivers", async ({
  page,
}) => {
  await signIn(page, "admin", "/admin");
  await page.goto("/admin/notifications");
  await click(page.getByRole("button", { name: "New endpoint" }).first());
  const form = page.getByRole("dialog", { name: "New endpoint" });
  await form.getByLabel("Name").fill("Journey");
  await form.getByLabel("URL").fill("http://169.254.169.254/latest");
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(form.getByText("169.254.169.254 is not a public address.")).toBeVisible();
  await form.getByLabel("URL").fill(receiver.url);
  await form.getByRole("button", { name: "Create endpoint" }).click();
  const shown = page.getByRole("dialog", { name: "Copy secret" });
  const first = (await shown.locator("pre").textContent())?.trim() ?? "";
  expect(first).toMatch(/^whsec_/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Journey", level: 1 })).toBeVisible();
  const channel = page.url();

  await click(page.getByRole("button", { name: "Send test" }));
  await expect(page.getByRole("heading", { name: "channel.test", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Attempt 1: 200" })).toBeVisible();
  const request = receivedTests().at(-1);
  expect(new Webhook(first).verify(request?.body ?? "", request?.headers ?? {})).toMatchObject({
    type: "channel.test",
  });

  receiver.setResponder(respondWith(500, {}, "The disk is full"));
  await page.goto(channel);
  await click(page.getByRole("button", { name: "Send test" }));
  await expect(page.getByRole("heading", { name: "Attempt 1: 500" })).toBeVisible();
  await expect(page.getByText("The disk is full")).toBeVisible();
  await expect(page.getByText("Failed")).toBeVisible();
  const failed = page.url();

  await page.goto(channel);
  await click(page.getByRole("button", { name: "Rotate secret" }));
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const second = (await shown.locator("pre").textContent())?.trim() ?? "";
  expect(second).toMatch(/^whsec_/);
  expect(second).not.toBe(first);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("valid until")).toBeVisible();

  receiver.setResponder(respondWith(200));
  await page.goto(failed);
  await click(page.getByRole("button", { name: "Redeliver" }));
  await expect(page.getByRole("heading", { name: "Attempt 2: 200" })).toBeVisible();
  const [before, again] = receivedTests().slice(-2);
  for (const secret of [first, second]) new Webhook(secret).verify(again?.body ?? "", again?.headers ?? {});
  expect(again?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
});

test("a developer is told of a failed build by the bell, and leads on from there", async ({ page }) => {
  await signIn(page, "developer");
  await click(page.getByRole("button", { name: /^Notifications/ }));
  const inbox = page.getByRole("dialog", { name: "Notifications" });
  await expect(inbox.getByRole("link").first()).toBeVisible();
  await inbox.getByRole("button", { name: "Preferences" }).click();
  const bell = inbox.getByRole("switch", { name: "Expiring tokens: bell" });
  for (const isOn of [false, true]) {
    await setPreference(bell, isOn);
    await expect(inbox.getByRole("switch", { name: "Expiring tokens: email" })).toBeChecked();
  }
  await expect(inbox.getByRole("switch", { name: "Failed payments" })).toHaveCount(0);
  await inbox.getByRole("button", { name: "Back" }).click();
  await inbox.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/builder\/acme\/(apps|listings)\//);
});
