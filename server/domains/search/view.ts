import type {
  BillingEventState,
  BuildStatus,
  ListingStatus,
  ListingType,
  PaymentProvider,
  Platform,
  TenantRole,
} from "@/shared/vocabulary.ts";

export type FoundApp = {
  id: string;
  slug: string;
  name: string;
  platforms: Platform[];
  isArchived: boolean;
};

export type FoundBuild = {
  id: string;
  number: number;
  platform: Platform;
  version: string;
  gitRef: string | null;
  status: BuildStatus;
  app: { id: string; name: string };
  tenant: { slug: string; name: string };
};

export type FoundEntity = {
  id: string;
  type: ListingType;
  slug: string;
  name: string;
};

export type FoundListing = FoundEntity & {
  version: string;
  status: ListingStatus;
  publisher: string;
};

export type FoundMember = {
  id: string;
  name: string;
  /** Null for all but owners and the member. */
  email: string | null;
  role: TenantRole;
};

export type FoundTenant = {
  id: string;
  slug: string;
  name: string;
  isSuspended: boolean;
};

export type FoundUser = {
  id: string;
  name: string;
  email: string;
  isDisabled: boolean;
};

export type FoundBillingEvent = {
  id: string;
  eventId: string;
  provider: PaymentProvider;
  type: string;
  /** Ids of the provider's objects that it is about. */
  objectIds: string[];
  state: BillingEventState;
};

export type FoundAuditEntry = {
  id: string;
  action: string;
  subjectType: string;
  subjectId: string;
};
