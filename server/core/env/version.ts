import manifest from "@/package.json";
import { precedenceKey, SEMVER_GRAMMAR } from "@/shared/version-key.ts";

/** Version of the running platform, which its CLI and worker share. */
export const VERSION: string = manifest.version;

const CLI_AGENT = /^drydock-cli\/(\S{1,128})/;

/** Version of the platform if it is higher than that of the CLI that sent a request; null otherwise, and for other clients. */
export function findNewerVersion(userAgent: string | null, version = VERSION): string | null {
  const ofCli = CLI_AGENT.exec(userAgent ?? "")?.[1] ?? "";
  const isOlder = SEMVER_GRAMMAR.test(ofCli) && precedenceKey(ofCli) < precedenceKey(version);
  return isOlder ? version : null;
}
