/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export const paymentsInput = (tenant: string, cursor: string | undefined) => ({
  tenant,
  ...(cursor && { cursor }),
});
