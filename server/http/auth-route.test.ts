import { describe, expect, it } from "vitest";
import { rejectAuthRequest } from "./auth-route.ts";

const ask = (path: string) => rejectAuthRequest(new Request(`http://host/api/auth/${path}`))?.status ?? null;

function send(text: string, mediaType = "application/json"): number | null {
  const headers = { "content-type": mediaType };
  const request = new Request("http://host/api/auth/callback/credentials", {
    method: "POST",
    headers,
    body: text,
  });
  return rejectAuthRequest(request, new TextEncoder().encode(text))?.status ?? null;
}

describe("a request to next-auth", () => {
  it.each([
    ["callback/credentials", 405],
    ["callback/credentials/more", 405],
    ["callback/%63redentials/", 405],
    ["error?error=%E2%82%AC", 400],
    ["error?error=%ff", 400],
    ["signin?error=a%0d%0ab", 400],
  ])("is refused where next-auth would break (%s)", (path, status) => {
    expect(ask(path)).toBe(status);
  });

  it.each(["", "{", "null", "[]", "3"])("is rejected with the JSON body %j", (text) => {
    expect(send(text)).toBe(400);
  });

  it("is accepted otherwise", () => {
    for (const path of ["session", "callback/github?code=1", "error?error=AccountNotLinked"])
      expect(ask(path)).toBeNull();
    expect(send('{"a":1}', "application/json; charset=utf-8")).toBeNull();
    expect(send("a=1", "application/x-www-form-urlencoded")).toBeNull();
  });
});
