import type { Format } from "./matcher.ts";

/**
 * Formats of secrets: token formats that providers document for secret scanning, and standard formats of keys and passwords.
 * Only formats with next to no false positives are listed.
 */
export const TOKEN_FORMATS: readonly Format<string>[] = [
  {
    // Followed by a line of its own or by the key: code that only looks for the words holds none.
    what: "a private key",
    starts: ["-----BEGIN "],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[ \t]{0,8}[\r\n]|["'`+,\\nr\s]{1,40}[A-Za-z0-9+/]{16})/y,
  },
  { what: "an age key", starts: ["AGE-SECRET-KEY-1"], pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/y },
  {
    what: "an AWS access key",
    starts: ["AKIA", "ASIA", "ABIA", "ACCA"],
    pattern: /A[KSBC][IC]A[0-9A-Z]{16}(?![0-9A-Za-z])/y,
  },
  {
    what: "an AWS secret key",
    starts: ["SECRET_ACCESS_KEY", "secret_access_key", "ecretAccessKey"],
    isWithin: true,
    pattern:
      /(?:SECRET_ACCESS_KEY|secret_access_key|ecretAccessKey)["']?\s{0,4}[:=]\s{0,4}["'`]?[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/y,
  },
  {
    what: "a GitHub token",
    starts: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: /gh[pousr]_[A-Za-z0-9]{36,250}/y,
  },
  { what: "a GitHub token", starts: ["github_pat_"], pattern: /github_pat_[A-Za-z0-9_]{50,240}/y },
  {
    what: "a GitLab token",
    starts: ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glft-", "glsoat-", "glagent-"],
    pattern: /gl[a-z]{2,5}-[A-Za-z0-9_-]{20,240}/y,
  },
  { what: "an npm token", starts: ["npm_"], pattern: /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y },
  {
    what: "a PyPI token",
    starts: ["pypi-AgEIcHlwaS5vcmc"],
    pattern: /pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,230}/y,
  },
  { what: "a RubyGems key", starts: ["rubygems_"], pattern: /rubygems_[a-f0-9]{48}/y },
  { what: "a Docker token", starts: ["dckr_pat_", "dckr_oat_"], pattern: /dckr_[po]at_[A-Za-z0-9_-]{27}/y },
  {
    what: "a Stripe key",
    starts: ["sk_live_", "rk_live_"],
    pattern: /[rs]k_live_[A-Za-z0-9]{20,240}/y,
  },
  { what: "a webhook secret", starts: ["whsec_"], pattern: /whsec_[A-Za-z0-9+/]{24,240}/y },
  {
    what: "a Slack token",
    starts: ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    pattern: /xox[abeoprs]-[A-Za-z0-9-]{20,240}/y,
  },
  { what: "a Slack token", starts: ["xapp-"], pattern: /xapp-\d-[A-Z0-9]{8,16}-\d{10,16}-[a-f0-9]{64}/y },
  {
    what: "a Slack webhook URL",
    starts: ["hooks.slack.com/services/"],
    pattern: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{20,28}/y,
  },
  {
    what: "a Discord webhook URL",
    starts: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[A-Za-z0-9_-]{60,80}/y,
  },
  { what: "a Google API key", starts: ["AIza"], pattern: /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y },
  { what: "a Google OAuth secret", starts: ["GOCSPX-"], pattern: /GOCSPX-[A-Za-z0-9_-]{28}/y },
  { what: "an OpenAI key", starts: ["sk-proj-"], pattern: /sk-proj-[A-Za-z0-9_-]{40,200}/y },
  { what: "an OpenAI key", starts: ["sk-svcacct-"], pattern: /sk-svcacct-[A-Za-z0-9_-]{40,200}/y },
  { what: "an Anthropic key", starts: ["sk-ant-"], pattern: /sk-ant-[a-z]{3,5}\d\d-[A-Za-z0-9_-]{80,120}/y },
  { what: "a Hugging Face token", starts: ["hf_"], pattern: /hf_[A-Za-z]{34}(?![A-Za-z0-9])/y },
  {
    what: "a SendGrid key",
    starts: ["SG."],
    pattern: /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/y,
  },
  {
    what: "a Shopify token",
    starts: ["shpat_", "shpca_", "shppa_", "shpss_"],
    pattern: /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/y,
  },
  { what: "a Square token", starts: ["sq0atp-", "sq0csp-"], pattern: /sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}/y },
  {
    what: "a DigitalOcean token",
    starts: ["dop_v1_", "doo_v1_", "dor_v1_"],
    pattern: /do[opr]_v1_[a-f0-9]{64}/y,
  },
  { what: "a Vault token", starts: ["hvs.", "hvb."], pattern: /hv[sb]\.[A-Za-z0-9_-]{24,200}/y },
  {
    what: "an Azure storage key",
    starts: ["AccountKey="],
    pattern: /AccountKey=[A-Za-z0-9+/]{86}==/y,
  },
  { what: "a Databricks token", starts: ["dapi"], pattern: /dapi[a-f0-9]{32}(?![A-Za-z0-9])/y },
  { what: "a Linear key", starts: ["lin_api_"], pattern: /lin_api_[A-Za-z0-9]{40}/y },
  { what: "a Figma token", starts: ["figd_"], pattern: /figd_[A-Za-z0-9_-]{40}/y },
  { what: "an Atlassian token", starts: ["ATATT3"], pattern: /ATATT3[A-Za-z0-9_=-]{180,240}/y },
  { what: "a Grafana token", starts: ["glsa_"], pattern: /glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}/y },
  { what: "a Postman key", starts: ["PMAK-"], pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y },
  { what: "a New Relic key", starts: ["NRAK-"], pattern: /NRAK-[A-Z0-9]{27}/y },
  { what: "a Supabase token", starts: ["sbp_"], pattern: /sbp_[a-f0-9]{40}/y },
  {
    what: "a PlanetScale token",
    starts: ["pscale_tkn_", "pscale_pw_"],
    pattern: /pscale_(?:tkn|pw)_[A-Za-z0-9_.-]{32,64}/y,
  },
  { what: "a Telegram bot token", starts: [":AA"], pattern: /:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y },
  {
    what: "a JSON Web Token",
    starts: ["eyJ"],
    pattern: /eyJ[A-Za-z0-9_-]{10,80}\.eyJ[A-Za-z0-9_-]{10,80}(?:[A-Za-z0-9_-]|\.[A-Za-z0-9_-]{10})/y,
  },
  {
    what: "a registry token",
    starts: [":_authToken", ":_auth", ":_password"],
    pattern: /:_(?:authToken|auth|password)\s{0,4}=\s{0,4}["']?[^\s$"']/y,
  },
  {
    what: "a password in a URL",
    starts: ["://"],
    isWithin: true,
    pattern:
      /:\/\/[^\s:@/?#"'`<>${}]{1,64}:[^\s:@/?#"'`<>${}*]{3,100}@(?!localhost|127\.0\.0\.1|example\.)[A-Za-z0-9]/y,
  },
];

/** Formats that mean a secret only in the configuration file of a package manager. */
export const FORMATS_BY_FILE: Readonly<Record<string, readonly Format<string>[]>> = {
  ".npmrc": [
    {
      what: "a registry token",
      starts: ["_authToken", "_auth", "_password"],
      isWithin: true,
      pattern: /_(?:authToken|auth|password)\s{0,4}=\s{0,4}["']?[^\s$"']/y,
    },
  ],
  ".yarnrc.yml": [
    {
      what: "a registry token",
      starts: ["npmAuthToken", "npmAuthIdent"],
      pattern: /npmAuth(?:Token|Ident)["']?\s{0,4}:\s{0,4}["']?[^\s$"']/y,
    },
  ],
};
