import { randomInt } from "node:crypto";
import { signStripe, stripeEvent } from "../support/billing/stripe-events.ts";
import { invoice, stripeId } from "../support/billing/stripe-objects.ts";
import { E2E_STRIPE_SECRET } from "../support/secrets.ts";
import { ACME, click, curl, expect, openAs, signIn, test } from "./fixtures.ts";

test("an operator repairs a failed event, and its tenant sees the payment", async ({ page, browser }) => {
  await signIn(page, "admin", "/admin/billing");
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await expect(page).toHaveURL(/state=FAILED/);
  await page.getByRole("link", { name: "invoice.payment_succeeded" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "invoice.payment_succeeded" })).toBeVisible();
  await expect(page.getByText("name a workspace").first()).toBeVisible();
  for (const part of ["payload", "headers"]) {
    await expect(page.getByRole("button", { name: `Copy ${part}` })).toBeVisible();
  }
  const repair = page.getByRole("region", { name: "Status" });
  await click(repair.getByRole("button", { name: "Dry run" }));
  await expect(repair.getByRole("status")).toContainText("Pending");
  await repair.getByLabel("Workspace").fill("acme");
  await repair.getByRole("button", { name: "Dry run" }).click();
  await expect(repair.getByText("Adds a payment")).toBeVisible();
  await repair.getByRole("button", { name: "Reprocess" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Applied.")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  const owner = await openAs(browser, "owner", "/builder/acme/billing");
  await expect(owner.getByRole("row", { name: /€49\.00/ })).toContainText("Paid");
});

test("a failed renewal stands on the Billing page as soon as Stripe told of it", async ({
  page,
  baseURL,
}) => {
  const fils = randomInt(1_000, 10_000);
  const object = invoice("current", {
    id: stripeId("in"),
    tenantId: ACME,
    status: "open",
    attempted: true,
    amount: fils,
    currency: "kwd",
  });
  const { body } = stripeEvent("invoice.payment_failed", object);
  const url = `${baseURL}/api/billing/webhook`;
  const headers = [
    "-H",
    `Stripe-Signature: ${signStripe(body, { secret: E2E_STRIPE_SECRET })}`,
    "-H",
    "Content-Type: application/json",
  ];
  const taken = await curl("-X", "POST", url, ...headers, "-d", body);
  expect(taken).toEqual({ status: 200, body: { received: true, duplicate: false } });
  await signIn(page, "viewer", "/builder/acme/billing");
  const row = page.getByRole("row", { name: new RegExp(`KWD\\s${(fils / 1_000).toFixed(3)}`) });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("Failed", { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole("heading", { name: "Team" })).toBeVisible();
});
