import { describe, expect, it } from "vitest";
import { matchesEntityTag, sendResult, weakEntityTag } from "./response.ts";

describe("weakEntityTag", () => {
  it("is weak, quoted, and equal for equal representations only", () => {
    expect(weakEntityTag("{}")).toMatch(/^W\/"[\w-]+"$/);
    expect(weakEntityTag("{}")).toBe(weakEntityTag("{}"));
    expect(weakEntityTag("{}")).not.toBe(weakEntityTag("[]"));
  });
});

describe("matchesEntityTag", () => {
  const tag = 'W/"abc"';

  it.each(['W/"abc"', '"abc"', ' "x" , W/"abc"', '"x",W/"y","abc"', "*", " * "])(
    "finds it in %j",
    (header) => {
      expect(matchesEntityTag(header, tag)).toBe(true);
    },
  );

  it.each([null, "", "abc", '"ab"', '"abcd"', 'W/"ABC"', '"*"', '"x", "y"', '"abc'])(
    "does not find it in %j",
    (header) => {
      expect(matchesEntityTag(header, tag)).toBe(false);
    },
  );
});

describe("sendResult", () => {
  const cacheControl = (method: string, result: Parameters<typeof sendResult>[0], credential = "none") => {
    const sent = { method, credential, status: 200 };
    return sendResult(result, sent, new Request("https://drydock.test/"), {}).headers.get("cache-control");
  };

  it.each(["POST", "PUT", "DELETE"])("keeps the response to %s out of every store", (method) => {
    expect(cacheControl(method, { body: { secret: "x" } })).toBe("no-store");
    expect(cacheControl(method, { status: 204 })).toBe("no-store");
  });

  it.each(["token", "build-secret", "metrics"])(
    "keeps the response to a %s out of every store",
    (credential) => {
      expect(cacheControl("GET", { body: {} }, credential)).toBe("no-store");
    },
  );

  it("leaves the choice to the route", () => {
    expect(cacheControl("GET", { body: {} })).toBeNull();
    expect(cacheControl("POST", { body: {}, headers: { "Cache-Control": "private, no-cache" } })).toBe(
      "private, no-cache",
    );
  });
});
