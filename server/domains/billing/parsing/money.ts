/** An amount in the smallest unit of an ISO 4217 currency. */
export interface Money {
  minor: bigint;
  currency: string;
}

/** Code of ISO 4217 for no currency, where neither amount nor currency is known. Columns of currencies are never null. */
export const NO_CURRENCY = "XXX";

/**
 * Parses an amount of Stripe, an integer in Stripe's smallest unit. That differs from ISO 4217 for the currencies in
 * `STRIPE_DIGITS`. Null if invalid.
 */
export function parseStripeAmount(amount: number, currency: string): Money | null {
  const code = currency.toUpperCase();
  if (!Number.isSafeInteger(amount) || !CODE.test(code)) return null;
  const shift = minorUnitDigits(code) - (STRIPE_DIGITS[code] ?? minorUnitDigits(code));
  const minor = BigInt(amount);
  if (shift >= 0) return { minor: minor * 10n ** BigInt(shift), currency: code };
  const divisor = 10n ** BigInt(-shift);
  return minor % divisor === 0n ? { minor: minor / divisor, currency: code } : null;
}

/**
 * Parses a unit amount of Stripe with up to 12 decimals, such as `0.5`, times a quantity; rounded half up to Stripe's
 * smallest unit. Null if invalid.
 */
export function parseStripeDecimal(unitAmount: string, quantity: number, currency: string): Money | null {
  const [, whole, fraction = ""] = /^(\d{1,15})(?:\.(\d{1,12}))?$/.exec(unitAmount) ?? [];
  if (whole === undefined || !Number.isSafeInteger(quantity) || quantity < 0) return null;
  const scale = 10n ** BigInt(fraction.length);
  const total = (BigInt(whole + fraction) * BigInt(quantity) * 2n + scale) / (scale * 2n);
  return parseStripeAmount(Number(total), currency);
}

/** Parses an amount of PayPal, decimal text in the main unit; the sign is dropped. Null if invalid. */
export function parseDecimalAmount(value: string, currency: string): Money | null {
  const code = currency.toUpperCase();
  const [, whole, fraction = ""] = /^[-+]?(\d{1,15})(?:\.(\d*))?$/.exec(value.trim()) ?? [];
  if (whole === undefined || !CODE.test(code)) return null;
  const digits = minorUnitDigits(code);
  if (/[^0]/.test(fraction.slice(digits))) return null;
  return { minor: BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0")), currency: code };
}

/** Percentage as an exact fraction. */
export interface Percentage {
  numerator: bigint;
  denominator: bigint;
}

/** Parses a percentage such as `7.5`; null if it is negative, absent or no decimal. */
export function parsePercentage(value: number | string | null | undefined): Percentage | null {
  const [, whole, fraction = ""] = /^(\d{1,6})(?:\.(\d{1,12}))?$/.exec(String(value ?? "").trim()) ?? [];
  if (whole === undefined) return null;
  return { numerator: BigInt(whole + fraction), denominator: 100n * 10n ** BigInt(fraction.length) };
}

/**
 * Percentage of an amount in minor units. Null if it is no whole number of them and `isRounded` is false, or if it lies
 * exactly between two: providers document neither case.
 */
export function percentageOf(
  minor: bigint,
  { numerator, denominator }: Percentage,
  isRounded: boolean,
): bigint | null {
  const product = minor * numerator;
  const rest = product % denominator;
  if (rest !== 0n && (!isRounded || rest * 2n === denominator)) return null;
  return (product * 2n + denominator) / (denominator * 2n);
}

/** Formats an amount: `€49.00`, `¥8,400`, `KWD 1.250`. */
export function formatMoney({ minor, currency }: Money): string {
  const digits = minorUnitDigits(currency);
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, "0");
  const value = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Text keeps amounts exact beyond the range of a double.
  return format.format(`${minor < 0n ? "-" : ""}${value}` as Intl.StringNumericLiteral);
}

export const minOf = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Sums per currency, ordered by currency code. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, bigint>();
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums].sort().map(([currency, minor]) => ({ minor, currency }));
}

/** Decimal digits of the main unit (ISO 4217). */
export function minorUnitDigits(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  if (WITH_THREE.has(currency)) return 3;
  return currency === "CLF" || currency === "UYW" ? 4 : 2;
}

const CODE = /^[A-Z]{3}$/;

const WITHOUT_DECIMALS = new Set(
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF XXX".split(" "),
);
const WITH_THREE = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** Decimal digits of Stripe's smallest unit where it is not that of ISO 4217. */
const STRIPE_DIGITS: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };
