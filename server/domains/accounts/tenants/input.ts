import { z } from "zod";
import { NewAccount } from "@/server/core/account-fields.ts";
import { MAX_NAME_LENGTH, MAX_REASON_LENGTH } from "@/shared/bounds.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { displayName, multilineText, plainText, reference, searchText } from "@/shared/text/text.ts";

export const RememberTenant = z.object({ tenant: plainText(64) });

/** New account with its own tenant. */
export const SignUp = NewAccount.safeExtend({ tenantName: displayName(MAX_NAME_LENGTH) });
export type SignUp = z.output<typeof SignUp>;

export const TenantName = z.object({ name: displayName(MAX_NAME_LENGTH) });

export const TENANT_STATES = ["ACTIVE", "SUSPENDED"] as const;
export type TenantState = (typeof TENANT_STATES)[number];

export const ListTenants = z.object({
  search: searchText().default(""),
  state: z.array(z.enum(TENANT_STATES)).default([]),
  ...pageFields(25),
});
export type ListTenants = z.output<typeof ListTenants>;

export const TenantReference = z.object({ tenantId: reference() });

export const SuspendTenant = TenantReference.extend({ reason: multilineText(MAX_REASON_LENGTH) });
export type SuspendTenant = z.output<typeof SuspendTenant>;

export const VerifyTenant = TenantReference.extend({ isVerified: z.boolean() });
export type VerifyTenant = z.output<typeof VerifyTenant>;
