import type { ListingType } from "@/shared/vocabulary.ts";
import { getEntryLink } from "../../../_trpc/session";
import { ButtonLink } from "../../../_ui/actions/button";
import classes from "./install-link.module.css";
import { itemPath } from "./market-view";

/** Link to the Builder's page that installs an item; signed out, sign-in comes first and leads there. */
export async function InstallLink({ item }: { item: { type: ListingType; slug: string } }) {
  const { isOpen } = await getEntryLink();
  return (
    <div className={classes.install}>
      <ButtonLink href={`${itemPath(item)}/install`} variant="filled" size="md">
        {isOpen ? "Install" : "Sign in to install"}
      </ButtonLink>
    </div>
  );
}
