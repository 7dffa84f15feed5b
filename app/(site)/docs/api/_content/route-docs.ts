import type { Route } from "@/server/http/route.ts";
import { appDocs, variableDocs } from "./app-docs.ts";
import { archiveDocs } from "./archive-docs";
import { billingDocs } from "./billing-docs";
import { buildDocs } from "./build-docs";
import { checkDocs } from "./check-docs";
import { installationDocs } from "./installation-docs";
import { listingDocs } from "./listing-docs";
import { platformDocs } from "./platform-docs";
import { registryDocs } from "./registry-docs";
import type { RouteDoc } from "./route-doc";
import { routeName } from "./route-doc";

/** Routes by topic, in the order of the reference. */
export const routeGroups: readonly { title: string; names: readonly string[] }[] = [
  {
    title: "Marketplace",
    names: [listingDocs, checkDocs, archiveDocs].flatMap((docs) => Object.keys(docs)),
  },
  { title: "Registry", names: Object.keys(registryDocs) },
  { title: "Apps", names: [appDocs, variableDocs, installationDocs].flatMap((docs) => Object.keys(docs)) },
  { title: "Builds", names: Object.keys(buildDocs) },
  { title: "Billing", names: Object.keys(billingDocs) },
  { title: "Platform", names: Object.keys(platformDocs) },
];

const DOCS: Readonly<Record<string, RouteDoc>> = {
  ...listingDocs,
  ...checkDocs,
  ...archiveDocs,
  ...registryDocs,
  ...appDocs,
  ...buildDocs,
  ...variableDocs,
  ...installationDocs,
  ...billingDocs,
  ...platformDocs,
};

export const findRouteDoc = (route: Route): RouteDoc | undefined => DOCS[routeName(route)];
