import { describe, expect, it } from "vitest";
import { ROUTES } from "@/server/rest.ts";
import { listFields } from "../_endpoint/route-fields";
import { routeAnchor, routeName } from "./route-doc";
import { findRouteDoc, routeGroups } from "./route-docs";

const names = (fields: { name: string }[]) => fields.map((field) => field.name).sort();

describe("the REST reference", () => {
  it("has an entry for every route, and none for what is no route", () => {
    expect(routeGroups.flatMap((group) => group.names).sort()).toEqual(ROUTES.map(routeName).sort());
  });

  it("gives every route an anchor of its own", () => {
    expect(new Set(ROUTES.map(routeAnchor)).size).toBe(ROUTES.length);
  });

  it.each(ROUTES.map((route) => [routeName(route), route] as const))(
    "tells the rule of every field of %s, and of no other",
    (_, route) => {
      const doc = findRouteDoc(route);
      expect(Object.keys(doc?.body ?? {}).sort()).toEqual(names(listFields(route.spec.body?.schema)));
      expect(Object.keys(doc?.query ?? {}).sort()).toEqual(names(listFields(route.spec.query)));
    },
  );

  it.each(ROUTES.flatMap((route) => (route.spec.body ? [[routeName(route), route] as const] : [])))(
    "shows a body that %s accepts",
    (_, route) => {
      expect(route.spec.body?.schema.safeParse(findRouteDoc(route)?.example.body).success).toBe(true);
    },
  );

  it.each(ROUTES.map((route) => [routeName(route), route] as const))(
    "shows an answer as %s gives it",
    (_, route) => {
      expect(route.spec.response.safeParse(findRouteDoc(route)?.example.answer).error).toBeUndefined();
    },
  );
});
