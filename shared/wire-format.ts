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
  serialize: (value: unknown): WireValue => (isJson(value) ? { json: value } : superJson.serialize(value)),
  deserialize: ({ json, meta }: WireValue): unknown => {
    const annotations = meta?.values;
    if (annotations === undefined) return json;
    rejectOtherAnnotations(annotations);
    return superJson.deserialize({ json, meta: { values: annotations } });
  },
};

type WireValue = ReturnType<typeof superJson.serialize>;

/** Annotations that `serialize` writes. SuperJSON knows more: `typed-array` allocates any length, `regexp` compiles any text. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["Date", "undefined", "number", "custom,entries"]);

/**
 * Rejects annotations of other types. A tree is a node `[annotation, children?]` or the children by their paths.
 * @throws Error, which tRPC answers with 400
 */
function rejectOtherAnnotations(tree: unknown): void {
  const open = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) throw new Error("an annotation has no type");
    const [annotation, children] = Array.isArray(next) ? next : [null, next];
    if (annotation !== null && !ANNOTATIONS.has(String(annotation))) {
      throw new Error("a value has an annotation of another type");
    }
    if (children !== undefined) open.push(...Object.values(children as object));
  }
}

/**
 * Check for a value that is JSON as it stands: SuperJSON would copy it and add no annotation. Most responses are such
 * values, and this takes a tenth of the time.
 */
function isJson(value: unknown): value is WireValue["json"] {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isJson);
      return (
        isPlainObject(value) &&
        Object.entries(value).every(([key, part]) => !RESERVED_KEYS.includes(key) && isJson(part))
      );
    default:
      return false;
  }
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
