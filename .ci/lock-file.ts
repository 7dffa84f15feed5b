interface LockFile {
  packages?: Record<string, LockedPackage>;
}

interface LockedPackage {
  integrity?: string;
  resolved?: string;
  /** Folder of the repository, or part of another package's archive: neither is downloaded. */
  link?: boolean;
  inBundle?: boolean;
}

const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Problems of a lock file: packages of any platform without a SHA-512 hash, which npm would install unverified, and
 * packages with an address, which binds the checkout to one registry (`omit-lockfile-registry-resolved`).
 */
export function findLockProblems(text: string): string[] {
  const { packages = {} } = JSON.parse(text) as LockFile;
  const downloaded = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path && !link && !inBundle,
  );
  if (downloaded.length === 0) return ["no package is locked"];
  return downloaded.flatMap(([path, { integrity, resolved }]) => [
    ...(SHA_512.test(integrity ?? "") ? [] : [`${path} has no SHA-512 integrity hash`]),
    ...(resolved === undefined ? [] : [`${path} names the address ${resolved}`]),
  ]);
}
