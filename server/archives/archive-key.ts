/** Where the bytes of an archive stand in the object store. */
export const archiveKey = (sha256: string) => `archives/${sha256.slice(0, 2)}/${sha256}.tar.gz`;
