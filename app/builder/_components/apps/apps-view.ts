import { listHref } from "../../../_ui/list/list-url";
import { appsPath } from "../paths";

/** The list shows the apps in use, or those that are archived. */
export const appsHref = (tenant: string, { isArchived }: { isArchived: boolean }): string =>
  listHref(appsPath(tenant), { state: isArchived ? "archived" : undefined });
