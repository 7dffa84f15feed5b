import SuperJSON from "superjson";

/** Keys that SuperJSON refuses in objects, since assigning them changes a prototype. */
const RESERVED_KEYS = ["__proto__", "constructor", "prototype"];

const superJson = new SuperJSON();

// Text from outside becomes keys: headers of a callback's response, manifests, variables. Such an object travels as pairs.
superJson.registerCustom<Record<string, unknown>, never[]>(
  {
    isApplicable: (value): value is Record<string, unknown> =>
      isPlainObject(value) && RESERVED_KEYS.some((key) => Object.hasOwn(value, key)),
    // The values are serialized after this.
    serialize: (value) => Object.entries(value) as never[],
    deserialize: (pairs) => Object.fromEntries(pairs),
  },
  "entries",
);

/** Format of tRPC's data between server and browser: JSON with dates and undefined, and objects with any keys. */
export const wireFormat = {
  serialize: (value: unknown) => superJson.serialize(value),
  deserialize: (value: ReturnType<typeof superJson.serialize>): unknown => superJson.deserialize(value),
};

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
