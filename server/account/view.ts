import type { TokenView } from "../identity/view.ts";
import type { PagePosition } from "../platform/pagination.ts";

/** Account as its user sees it. */
export interface AccountView {
  id: string;
  name: string;
  email: string;
  hasPassword: boolean;
  /** External identity providers. */
  providers: string[];
  createdAt: string;
}

/** API token of the user with the tenant that it is for. */
export interface OwnTokenView extends Omit<TokenView, "owner" | "isOwn"> {
  tenant: { slug: string; name: string; isSuspended: boolean };
}

export interface OwnTokensPage extends PagePosition {
  tokens: OwnTokenView[];
  nextCursor: string | null;
}
