import { describe, expect, it } from "vitest";
import { parseRequestTarget } from "./request-target.ts";

const requestWith = (url: string, rawHeaders = ["Host", "a"], httpVersion = "1.1") => ({
  url,
  rawHeaders,
  httpVersion,
});

describe("the target of a request", () => {
  it.each([
    ["/api/me?x=1", "/api/me?x=1"],
    ["http://example.com:3000/api/me?x=1", "/api/me?x=1"],
    ["HTTPS://example.com", "/"],
    ["http://example.com?x=1", "/?x=1"],
    ["//api/me", "//api/me"],
  ])("of %s is %s", (url, path) => {
    const request = requestWith(url);
    expect(parseRequestTarget(request)).toBe("resource");
    expect(request.url).toBe(path);
  });

  it("is the server as a whole for an asterisk", () => {
    expect(parseRequestTarget(requestWith("*"))).toBe("server");
  });

  it.each(["example.com:443", "http:///api/me", "ftp://example.com/x", ""])("of %j is malformed", (url) => {
    expect(parseRequestTarget(requestWith(url))).toBe("malformed");
  });

  it("needs exactly one Host; HTTP/1.0 needs none", () => {
    expect(parseRequestTarget(requestWith("/", ["Accept", "*/*"]))).toBe("malformed");
    expect(parseRequestTarget(requestWith("/", ["Host", "a", "host", "a"]))).toBe("malformed");
    expect(parseRequestTarget(requestWith("/", [], "1.0"))).toBe("resource");
  });
});
