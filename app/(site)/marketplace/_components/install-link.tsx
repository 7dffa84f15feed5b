import { itemInstallPath } from "@/app/_paths/marketplace.ts";
import { getEntryLink } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import type { ListingType } from "@/shared/vocabulary.ts";
import classes from "./install-link.module.css";

/** Link to the Builder's page that installs an item; signed out, sign-in comes first and leads there. */
export async function InstallLink({ item }: { item: { type: ListingType; slug: string } }) {
  const { isOpen } = await getEntryLink();
  return (
    <div className={classes.install}>
      <ButtonLink href={itemInstallPath(item)} variant="filled" size="md">
        {isOpen ? "Install" : "Sign in to install"}
      </ButtonLink>
    </div>
  );
}
