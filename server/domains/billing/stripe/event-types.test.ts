import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findStripeEffect } from "./event-types.ts";

describe("findStripeEffect", () => {
  it("knows every event type of Stripe's library that moves a customer's money", () => {
    const library = dirname(dirname(createRequire(import.meta.url).resolve("stripe")));
    const names = ["Events.d.ts", "V2/Core/Events.d.ts"].flatMap((file) => {
      const types = readFileSync(join(library, "esm/resources", file), "utf8");
      return [...types.matchAll(/\btype: '([a-z0-9_]+(?:\.[a-z0-9_]+)+)';/g)].map(([, name = ""]) => name);
    });
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => findStripeEffect(name.replace(/^v1\./, "")) === null)).toEqual([]);
  });

  it.each([
    "charge.settled",
    "v2.payments.off_session_payment.succeeded",
    "v2.billing.cadence.billed",
    "payment_attempt_record.created",
    "invoices.paid",
    "charge.settled\nlater",
  ])("leaves %s unknown, so that it fails", (type) => {
    expect(findStripeEffect(type)).toBeNull();
  });

  it.each(["issuing_card.created", "climate.order.created", "v2.core.account.updated"])(
    "ignores %s",
    (type) => {
      expect(findStripeEffect(type)).toMatchObject({ ignored: expect.stringContaining(type) });
    },
  );
});
