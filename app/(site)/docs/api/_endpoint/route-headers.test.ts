import { describe, expect, it } from "vitest";
import { ROUTES } from "@/server/rest.ts";
import { listHeaders } from "./route-fields";

function headersAt(method: string, path: string): Record<string, boolean> {
  const route = ROUTES.find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`there is no ${method} ${path}`);
  return Object.fromEntries(listHeaders(route.spec).map(({ name, isRequired }) => [name, isRequired]));
}

describe("the headers of a route", () => {
  it("require a token where nothing else opens it", () => {
    expect(headersAt("GET", "/api/me")).toEqual({ Authorization: true, "X-Tenant-Id": true });
    expect(headersAt("GET", "/api/builds/{buildId}/artifact")).toMatchObject({
      Authorization: false,
      "X-Tenant-Id": false,
    });
  });

  it("name a media type where not any will do", () => {
    expect(headersAt("PUT", "/api/marketplace/archives/{sha256}")).toMatchObject({ "Content-Type": true });
    expect(headersAt("PUT", "/api/builds/{buildId}/artifact")).toEqual({ "x-build-secret": true });
  });
});
