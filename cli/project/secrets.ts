import { posix } from "node:path";

const SECRET_NAMES: [pattern: RegExp, what: string][] = [
  [/^\.env(\.(?!example$|sample$|template$)[^.]+)*$/, "an environment file"],
  [/^id_(rsa|dsa|ecdsa|ed25519)$/, "a private SSH key"],
  [/\.(pem|key|p8|p12|pfx|jks|keystore|mobileprovision)$/i, "a key or certificate store"],
  [/^(\.netrc|\.pgpass|\.git-credentials|\.htpasswd)$/, "a file of passwords"],
  [/^(service-account|credentials)[^/]*\.json$/i, "a file of credentials"],
];

const SECRET_TEXTS: [pattern: RegExp, what: string][] = [
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, "a private key"],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, "an AWS access key"],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}/, "a GitHub token"],
  [/\bgithub_pat_[A-Za-z0-9_]{50,}/, "a GitHub token"],
  [/\bglpat-[A-Za-z0-9_-]{20,}/, "a GitLab token"],
  [/\bnpm_[A-Za-z0-9]{36}\b/, "an npm token"],
  [/\b[rs]k_live_[A-Za-z0-9]{20,}/, "a Stripe key"],
  [/\bwhsec_[A-Za-z0-9+/]{24,}/, "a webhook secret"],
  [/\bxox[abprs]-[A-Za-z0-9-]{20,}/, "a Slack token"],
  [/\bAIza[A-Za-z0-9_-]{35}\b/, "a Google API key"],
  [/\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/, "a JSON Web Token"],
  [/:_authToken\s*=\s*[^\s$]/, "a registry token"],
];

/** Text beyond that is data, not something that a person wrote. */
const LONGEST_SEARCHED_BYTES = 1_048_576;

/** What about a file looks like a secret, in words; null when nothing does. */
export function findSecret(path: string, content: Uint8Array): string | null {
  const name = posix.basename(path);
  const byName = SECRET_NAMES.find(([pattern]) => pattern.test(name));
  if (byName) return `looks like ${byName[1]}`;
  const searched = content.subarray(0, LONGEST_SEARCHED_BYTES);
  if (searched.subarray(0, 8_000).includes(0)) return null;
  const text = new TextDecoder().decode(searched);
  for (const [pattern, what] of SECRET_TEXTS) {
    const match = pattern.exec(text);
    if (match) return `holds what looks like ${what} (line ${lineAt(text, match.index)})`;
  }
  return null;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;
