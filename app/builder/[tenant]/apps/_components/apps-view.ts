import { listHref } from "../../../../_ui/page/list-url";
import { appsPath } from "../../../_components/paths";

/** The list shows the apps in use, or those that are archived. */
export const appsHref = (tenant: string, { isArchived }: { isArchived: boolean }): string =>
  listHref(appsPath(tenant), { state: isArchived ? "archived" : undefined });
