const SHOWN = 5;

/** The same for the server's page and the browser's leaf, so that the one finds what the other asked for. */
export const waitingInput = (tenant: string) => ({
  tenant,
  status: ["PENDING_APPROVAL" as const],
  limit: SHOWN,
});

export const decidedInput = (tenant: string) => ({
  tenant,
  status: ["APPROVED" as const, "REJECTED" as const, "SUSPENDED" as const],
  limit: SHOWN,
});
