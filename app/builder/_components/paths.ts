export const tenantPath = (tenant: string) => `/builder/${tenant}`;

export const appPath = (tenant: string, appId: string) => `${tenantPath(tenant)}/apps/${appId}`;

export const buildPath = (tenant: string, build: { id: string; app: { id: string } }) =>
  `${appPath(tenant, build.app.id)}/builds/${build.id}`;

export const listingPath = (tenant: string, listingId: string) =>
  `${tenantPath(tenant)}/listings/${listingId}`;
