import { describe, expect, it } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { ROUTES } from "../rest.ts";
import { describeRoutes } from "./openapi.ts";

interface Operation {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string }[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
  requestBody?: { content: Record<string, { schema: { required: string[] } }> };
}

const document = describeRoutes(ROUTES) as {
  openapi: string;
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
};

describe("the OpenAPI document", () => {
  it("has the version of the product, and states how it changes", () => {
    expect(document.info.version).toBe(packageJson.version);
    expect(document.info.description).toContain("Sunset");
  });

  it("has every route once, with a unique operation id", () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(ROUTES.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
  });

  it("describes the parameters, body and errors of publishing", () => {
    const publish = document.paths["/api/marketplace/publish"]?.["post"];
    expect(publish?.requestBody?.content["application/json"]?.schema.required).toEqual([
      "type",
      "name",
      "slug",
      "version",
      "description",
    ]);
    expect(Object.keys(publish?.responses ?? {})).toEqual(
      expect.arrayContaining([
        "200",
        "201",
        "400",
        "401",
        "403",
        "409",
        "413",
        "415",
        "422",
        "429",
        "500",
        "503",
      ]),
    );
    expect(publish?.responses["409"]?.description).toContain("VERSION_EXISTS");
    expect(publish?.parameters.map(({ name }) => name)).toEqual(["X-Tenant-Id", "Idempotency-Key", "dryRun"]);
  });

  it("lists the errors of a body on every write, including those without fields", () => {
    const withdraw = document.paths["/api/marketplace/listings/{listingId}/withdraw"]?.["post"];
    expect(Object.keys(withdraw?.responses ?? {})).toEqual(expect.arrayContaining(["413", "415"]));
    expect(withdraw?.requestBody).toBeUndefined();
  });

  it("describes every path parameter", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(operations)) {
        expect(parameters.filter((p) => p.in === "path").map((p) => p.name)).toEqual(named);
      }
    }
  });
});
