import { describe, expect, it } from "vitest";
import { formatMoney, parseDecimalAmount, parseStripeAmount, sumByCurrency } from "./money.ts";

describe("amounts of Stripe", () => {
  it.each([
    [4_900, "eur", 4_900n, "€49.00"],
    [8_400, "jpy", 8_400n, "¥8,400"],
    [1_250, "kwd", 1_250n, "KWD 1.250"],
    [500, "isk", 5n, "ISK 5"],
    [500, "ugx", 5n, "UGX 5"],
    [12, "mga", 1_200n, "MGA 12.00"],
    [9_007_199_254_740_991, "usd", 9_007_199_254_740_991n, "$90,071,992,547,409.91"],
  ])("%d %s are %s, shown as %s", (amount, currency, minor, shown) => {
    const money = parseStripeAmount(amount, currency);
    expect(money?.minor).toBe(minor);
    expect(money && formatMoney(money).replaceAll(/\s/g, " ")).toBe(shown);
  });

  it.each([
    [1.5, "eur"],
    [550, "isk"],
    [100, "euro"],
    [2 ** 60, "eur"],
  ])("%d %s are rejected", (amount, currency) => {
    expect(parseStripeAmount(amount, currency)).toBeNull();
  });
});

describe("amounts of PayPal", () => {
  it.each([
    ["49.00", "EUR", 4_900n],
    ["49", "EUR", 4_900n],
    ["-0.01", "USD", 1n],
    ["8400", "JPY", 8_400n],
    ["8400.00", "JPY", 8_400n],
    ["1.25", "KWD", 1_250n],
    ["0.001", "KWD", 1n],
  ])("%s %s are %s", (value, currency, minor) => {
    expect(parseDecimalAmount(value, currency)).toEqual({ minor, currency });
  });

  it.each([
    ["8400.50", "JPY"],
    ["1.0001", "KWD"],
    ["1,00", "EUR"],
    ["1e3", "EUR"],
    ["", "EUR"],
    ["1.00", "€"],
  ])("%s %s are rejected", (value, currency) => {
    expect(parseDecimalAmount(value, currency)).toBeNull();
  });
});

describe("sums", () => {
  it("are per currency", () => {
    const amounts = [
      { minor: 1_250n, currency: "KWD" },
      { minor: 4_900n, currency: "EUR" },
      { minor: 1n, currency: "KWD" },
      { minor: -900n, currency: "EUR" },
      { minor: 8_400n, currency: "JPY" },
    ];
    expect(sumByCurrency(amounts).map(formatMoney)).toEqual(
      ["€40.00", "¥8,400", "KWD 1.251"].map(expectSpaces),
    );
  });
});

const expectSpaces = (text: string) => expect.stringMatching(new RegExp(`^${text.replace(" ", "\\s")}$`));
