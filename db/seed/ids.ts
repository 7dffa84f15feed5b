/** The ids that documentation and contract tests name, and those of the same form that belong beside them. */
export const fixedId = (suffix: string): string => `01900000-0000-7000-8000-00000000${suffix}`;

export const ACME = fixedId("a001");
export const GLOBEX = fixedId("a002");
export const INITECH = fixedId("a003");

export const ADMIN = fixedId("e001");

const DEVELOPERS = new Map([
  [ACME, fixedId("e002")],
  [GLOBEX, fixedId("e005")],
  [INITECH, fixedId("e008")],
]);

/** Who builds and publishes for a tenant. */
export function developerOf(tenantId: string): string {
  const developer = DEVELOPERS.get(tenantId);
  if (!developer) throw new Error(`the demo has no developer in ${tenantId}`);
  return developer;
}
