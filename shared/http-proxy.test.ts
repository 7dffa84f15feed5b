import { describe, expect, it } from "vitest";
import { findHttpProxy } from "./http-proxy.ts";

const PROXY = { HTTP_PROXY: "http://plain.example:3128", HTTPS_PROXY: "http://tunnel.example:3128" };
const originFor = (url: string, env: Record<string, string>) => findHttpProxy(url, env)?.origin ?? null;

describe("findHttpProxy", () => {
  it("takes the variable of the URL's scheme, lower case first", () => {
    expect(originFor("http://drydock.example", PROXY)).toBe("http://plain.example:3128");
    expect(originFor("https://drydock.example", PROXY)).toBe("http://tunnel.example:3128");
    expect(originFor("https://drydock.example", { HTTP_PROXY: "http://plain.example" })).toBeNull();
    expect(originFor("http://drydock.example", { ...PROXY, http_proxy: "https://lower.example" })).toBe(
      "https://lower.example",
    );
    expect(originFor("http://drydock.example", { ...PROXY, http_proxy: "" })).toBe(
      "http://plain.example:3128",
    );
    expect(originFor("http://drydock.example", { HTTP_PROXY: "proxy.example:3128" })).toBe(
      "http://proxy.example:3128",
    );
  });

  it("keeps credentials out of the address", () => {
    expect(
      findHttpProxy("http://drydock.example", { HTTP_PROXY: "http://ada:p%40ss@proxy.example" }),
    ).toEqual({
      origin: "http://proxy.example",
      authorization: `Basic ${Buffer.from("ada:p@ss").toString("base64")}`,
    });
  });

  it.each(["socks5://ada:hush@proxy.example", "http://ada:hush%zz@proxy.example", "http://ada:hush@"])(
    "refuses %s without repeating it",
    (address) => {
      const find = () => findHttpProxy("http://drydock.example", { HTTP_PROXY: address });
      expect(find).toThrow("HTTP_PROXY must be an http or https URL");
      expect(find).not.toThrow("hush");
    },
  );

  it.each([
    ["*", "http://drydock.example"],
    ["drydock.example", "http://drydock.example"],
    ["DRYDOCK.example", "http://drydock.EXAMPLE:3000"],
    ["other.example, example", "http://drydock.example"],
    ["other.example .example", "http://drydock.example"],
    ["*.example", "http://drydock.example"],
    ["drydock.example:3000", "http://drydock.example:3000"],
    ["drydock.example:80", "http://drydock.example"],
    ["drydock.example:443", "https://drydock.example"],
    ["127.0.0.1", "http://127.0.0.1:3000"],
    ["::1", "http://[::1]:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
  ])("NO_PROXY=%s excludes %s", (noProxy, url) => {
    expect(originFor(url, { ...PROXY, NO_PROXY: noProxy })).toBeNull();
    expect(originFor(url, { ...PROXY, no_proxy: noProxy })).toBeNull();
  });

  it.each([
    ["", "http://drydock.example"],
    [",", "http://drydock.example"],
    ["dock.example", "http://drydock.example"],
    ["www.drydock.example", "http://drydock.example"],
    ["drydock.example:3000", "http://drydock.example"],
    ["[::1]:3001", "http://[::1]:3000"],
  ])("NO_PROXY=%s does not exclude %s", (noProxy, url) => {
    expect(originFor(url, { ...PROXY, NO_PROXY: noProxy })).not.toBeNull();
  });
});
