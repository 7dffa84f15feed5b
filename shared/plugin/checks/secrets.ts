import { firstCharacters } from "@/shared/text/truncate.ts";
import { type Block, lineAt } from "./blocks.ts";
import type { Collector } from "./finding.ts";
import { createMatcher } from "./matcher.ts";
import { FORMATS_BY_FILE, TOKEN_FORMATS } from "./token-formats.ts";

/** Names of files that contain secrets. */
const SECRET_NAMES: readonly [pattern: RegExp, what: string][] = [
  [/^\.env(?![._-](?:example|sample|template|dist|defaults|schema)$)(?:$|[._-]|rc$)/i, "an environment file"],
  [/^(?:\.dev\.vars|.{1,100}\.env)$/i, "an environment file"],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)$/, "a private SSH key"],
  [/\.(?:pem|key|p8|p12|pfx|ppk|jks|bks|keystore|mobileprovision|ovpn)$/i, "a key or certificate store"],
  [/\.(?:kdbx|kdb|psafe3|agilekeychain)$/i, "a password store"],
  [/^(?:[._]netrc|\.pgpass|\.git-credentials|\.htpasswd|\.pypirc|\.dockercfg)$/, "a password file"],
  [/^(?:key|keystore)\.properties$/i, "a password file"],
  [
    /^(?:service[-_]?account|credentials|application_default_credentials).{0,200}\.json$/i,
    "a credentials file",
  ],
  [/-firebase-adminsdk-.{0,100}\.json$/i, "a credentials file"],
  [/\.(?:tfstate|tfstate\.backup|tfvars)$/i, "a credentials file"],
  [/^\.(?:vault-token|terraformrc|boto|s3cfg)$/, "a credentials file"],
];

/** Paths of credentials below the folder of a tool. */
const SECRET_PATHS =
  /(?:^|\/)(?:\.aws\/credentials|\.kube\/config|\.docker\/config\.json|\.config\/gcloud\/[^/]{1,100}|\.azure\/[^/]{1,100}\.json)$/;

/** Placeholders of documentation. Digits before a hyphen may be an account number in a real token. */
const PLACEHOLDER =
  /EXAMPLE|x{8}|X{8}|0{12}|1234567890\d{0,20}(?:[^\d-]|$)|:(?:password|passwd|pass|secret|changeme)@/;

export function openSecretSearch(path: string, collector: Collector): (block: Block) => void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, byName] = SECRET_NAMES.find(([pattern]) => pattern.test(name)) ?? [];
  const what = byName ?? (SECRET_PATHS.test(path) ? "a credentials file" : null);
  if (what) collector.add("secret", { path, message: `looks like ${what}`, key: what });
  const findTokens = matchersByFile.get(name) ?? findAnyTokens;
  return (block) => {
    for (const { what, text, index } of findTokens(block)) {
      if (PLACEHOLDER.test(text)) continue;
      if (collector.isFull("secret")) {
        collector.skip();
        continue;
      }
      collector.add("secret", {
        path,
        line: lineAt(block, index),
        message: `contains what looks like ${what}`,
        excerpt: mask(text),
        key: `${what} ${text}`,
        content: text,
      });
    }
  };
}

const findAnyTokens = createMatcher(TOKEN_FORMATS);

/** Matchers of the files that have formats of their own, which replace general ones of the same kind. */
const matchersByFile = new Map(
  Object.entries(FORMATS_BY_FILE).map(([name, formats]) => {
    const kinds = new Set(formats.map(({ what }) => what));
    return [name, createMatcher([...formats, ...TOKEN_FORMATS.filter(({ what }) => !kinds.has(what))])];
  }),
);

const UNMASKED_CHARS = 8;

/** Prefix of a secret: enough to find it, too little to use it. */
const mask = (text: string): string =>
  `${firstCharacters(text, Math.min(UNMASKED_CHARS, Math.floor(text.length / 3)))}…`;
