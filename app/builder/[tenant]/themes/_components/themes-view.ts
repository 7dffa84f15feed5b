/** The same for the server's page and the browser's cards, so that the one finds what the other asked for. */
export const themesInput = (tenant: string, cursor: string | undefined) => ({
  tenant,
  limit: 24,
  ...(cursor && { cursor }),
});
