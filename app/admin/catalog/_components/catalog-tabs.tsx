import { PageTabs } from "../../../_ui/page/page-tabs";
import { CATALOG_LISTINGS_PATH, CATALOG_PATH } from "../../_components/paths";

export function CatalogTabs() {
  return (
    <PageTabs
      label="Catalog"
      tabs={[
        { href: CATALOG_PATH, label: "Items" },
        { href: CATALOG_LISTINGS_PATH, label: "Listings" },
      ]}
    />
  );
}
