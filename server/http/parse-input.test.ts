import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { pathId } from "@/shared/text/text.ts";
import { isDecodable, memoizeByUrl, parseInputs, pathParams, requestPath } from "./parse-input.ts";

const ID = "01900000-0000-7000-8000-00000000b001";
const QUERY = z.object({
  limit: z.string().default("20"),
  cursor: z.string().optional(),
  status: z.array(z.enum(["ON", "OFF"])),
});
const BODY = z.object({ name: z.string("must be a string"), note: z.string().optional() });

const parseQuery = (search: string) =>
  parseInputs(`http://host/path${search}`, QUERY, undefined, undefined).query;
const wrong = (...paths: string[]) =>
  expect.objectContaining({
    code: "VALIDATION_FAILED",
    problems: paths.map((path) => ({ path, message: expect.any(String) })),
  });

describe("the query", () => {
  it.each([
    ["", { limit: "20", status: [] }],
    ["?", { limit: "20", status: [] }],
    ["?limit=5&cursor=a%20b+c", { limit: "5", cursor: "a b c", status: [] }],
    ["?status=ON", { limit: "20", status: ["ON"] }],
    ["?status=ON&limit=1&status=OFF", { limit: "1", status: ["ON", "OFF"] }],
    ["?unknown=1&unknown=2&__proto__=3", { limit: "20", status: [] }],
    ["?limit=%F0%9F%9A%A2", { limit: "🚢", status: [] }],
  ])("%j is read", (search, values) => {
    expect(parseQuery(search)).toEqual(values);
  });

  it.each([
    ["?limit=1&limit=1", ["limit"]],
    ["?limit=1&limit=2&cursor=&cursor=", ["limit", "cursor"]],
    ["?status=on", ["status.0"]],
    ["?status=ON&status=&status=x", ["status.1", "status.2"]],
    ["?limit=%FF", [""]],
    ["?unknown=%", [""]],
    ["?%C3%28=1", [""]],
  ])("%j is refused", (search, paths) => {
    expect(() => parseQuery(search)).toThrow(wrong(...paths));
  });

  it("accepts repeated fields with a default", () => {
    const schema = z.object({ tag: z.array(z.string()).optional() });
    expect(parseInputs("http://host/?tag=a&tag=b", schema, undefined, undefined).query).toEqual({
      tag: ["a", "b"],
    });
  });
});

describe("the body", () => {
  const parseBody = (value: unknown) => parseInputs("http://host/", z.object({}), BODY, () => value).body;

  it("reports only the type of a field that is no text", () => {
    const named = z.object({ name: z.string("must be a string").min(3, "must be longer") });
    const parse = (name: unknown) => parseInputs("http://host/", z.object({}), named, () => ({ name }));
    for (const name of [["x"], { length: 1 }])
      expect(() => parse(name)).toThrow(
        expect.objectContaining({ problems: [{ path: "name", message: "must be a string" }] }),
      );
    expect(() => parse("x")).toThrow(
      expect.objectContaining({ problems: [{ path: "name", message: "must be longer" }] }),
    );
  });

  it("drops nulls and unknown fields", () => {
    expect(parseBody({ name: "a", note: null, more: 1 })).toEqual({ name: "a" });
  });

  it.each([
    [{}, ["name"]],
    [{ name: null }, ["name"]],
    [{ name: 1, note: 2 }, ["name", "note"]],
    [null, [""]],
    [[], [""]],
    ["text", [""]],
  ])("%j is refused", (value, paths) => {
    expect(() => parseBody(value)).toThrow(wrong(...paths));
  });

  it("is validated together with the query", () => {
    expect(() => parseInputs("http://host/?limit=1&limit=1", QUERY, BODY, () => ({}))).toThrow(
      wrong("limit", "name"),
    );
  });

  it("is not parsed on routes without a body", () => {
    const parse = () => {
      throw new Error("parsed");
    };
    expect(parseInputs("http://host/", z.object({}), undefined, parse).body).toBeUndefined();
  });
});

describe("the path", () => {
  const params = (path: string) =>
    pathParams(z.object({ appId: pathId() }), "/api/apps/{appId}/builds", `http://host${path}`);

  it.each([`/api/apps/${ID.toUpperCase()}/builds?x=/`, `/api/apps/${ID.replace("b", "%62")}/builds`])(
    "%s is read",
    (path) => {
      expect(params(path)).toEqual({ appId: ID });
    },
  );

  it.each(["/api/apps/no-uuid/builds", "/api/apps//builds", "/api/apps", "/api/apps/%00/builds"])(
    "%s is a 404",
    (path) => {
      expect(() => params(path)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
    },
  );

  it.each(["/api/apps/%FF/builds", "/api/apps/%/builds", "/api/apps/%E2%28/builds"])(
    "%s does not decode",
    (path) => {
      expect(() => params(path)).toThrow(wrong("appId"));
    },
  );

  it.each([
    ["http://host", "/"],
    ["http://host/", "/"],
    ["http://host/a/b?c/d#e", "/a/b"],
    ["http://host/a#b?c", "/a"],
    ["https://host:1/%2F/", "/%2F/"],
  ])("of %s is %s", (url, path) => {
    expect(requestPath(url)).toBe(path);
  });

  it("equals the pathname of the URL standard", () => {
    const pieces = fc.constantFrom("/", "?", "#", "a", "%2F", "..", "=", "&", ":", "@", "//");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const { href, pathname } = new URL(`http://host/${parts.join("")}`);
        expect(requestPath(href)).toBe(pathname);
      }),
    );
  });
});

describe("isDecodable", () => {
  it("is true for encoded text and false for anything but UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(isDecodable(encodeURIComponent(text))).toBe(true);
        expect(isDecodable(`${encodeURIComponent(text)}%FF`)).toBe(false);
      }),
    );
  });
});

describe("memoizeByUrl", () => {
  const read = vi.fn((url: string) => {
    if (url.includes("wrong")) throw new Error(url);
    return { url };
  });
  const readAgain = memoizeByUrl(read);

  it("reads each URL once", () => {
    expect([readAgain("http://host/a"), readAgain("http://host/a"), readAgain("http://host/b")]).toEqual([
      { url: "http://host/a" },
      { url: "http://host/a" },
      { url: "http://host/b" },
    ]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("is bounded", () => {
    read.mockClear();
    for (let number = 0; number <= 5_000; number += 1) readAgain(`http://host/${number}`);
    readAgain("http://host/0");
    expect(read).toHaveBeenCalledTimes(5_002);
  });

  it("memoizes neither errors nor long URLs", () => {
    read.mockClear();
    for (const url of ["http://host/wrong", `http://host/${"a".repeat(300)}`]) {
      for (const attempt of [1, 2]) {
        try {
          readAgain(url);
        } catch (error) {
          expect(error).toEqual(new Error(url));
        }
        expect(read).toHaveBeenCalledTimes(attempt);
      }
      read.mockClear();
    }
  });
});
