/** Variables that the worker sets for a build's command. */
export const BUILD_ENV_NAMES = [
  "BUILD_ID",
  "APP_ID",
  "PLATFORM",
  "VERSION",
  "GIT_REF",
  "ARTIFACT",
  "INPUTS",
] as const;
export type BuildEnvName = (typeof BUILD_ENV_NAMES)[number];

/**
 * Names by which the environment decides how a shell, the loader or a runtime starts, what a program resolves to, or whom it
 * trusts. An app's variable of such a name would run code before the operator's command, or instead of it.
 */
const STARTUP_NAMES: ReadonlySet<string> = new Set(
  [
    // shells, users and folders
    "PATH HOME SHELL IFS ENV PWD OLDPWD CDPATH PS4 PROMPT_COMMAND BASHOPTS SHELLOPTS ZDOTDIR FPATH",
    "USER LOGNAME TMPDIR TMP TEMP",
    // C library
    "GCONV_PATH GETCONF_DIR LOCPATH NLSPATH GLIBC_TUNABLES HOSTALIASES LOCALDOMAIN RES_OPTIONS",
    // runtimes
    "NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_REPL_EXTERNAL_MODULE NODE_V8_COVERAGE",
    "PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE PYTHONEXECUTABLE PYTHONWARNINGS PYTHONBREAKPOINT",
    "PERL5LIB PERL5OPT PERL5DB PERLLIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS",
    "DOTNET_STARTUP_HOOKS PHPRC PHP_INI_SCAN_DIR",
    // programs that a command starts
    "GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_PROXY_COMMAND GIT_ASKPASS GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER",
    "GIT_EXTERNAL_DIFF GIT_DIR GIT_WORK_TREE SSH_AUTH_SOCK EDITOR VISUAL PAGER BROWSER",
    "DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT DOCKER_CERT_PATH CONTAINER_HOST",
    // whom a program trusts
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSLKEYLOGFILE OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES",
    "CURL_CA_BUNDLE CURL_HOME REQUESTS_CA_BUNDLE",
    // the worker itself
    "BUILD_SECRET BUILD_SERVER_SECRET MAC_BUILDER_SECRET",
  ].flatMap((names) => names.split(" ")),
);
const STARTUP_PREFIXES =
  "BASH_ XDG_ SUDO_ LD_ DYLD_ MALLOC_ LUA_INIT LUA_PATH LUA_CPATH GIT_CONFIG GIT_SSH SSH_ASKPASS SSL_CERT_".split(
    " ",
  );

export const VARIABLE_NAME = /^[A-Z_][A-Z0-9_]{0,63}$/;

/** Problem with the name of an app's variable; null for a name that it may have. */
export function findNameProblem(name: string): string | null {
  if (!VARIABLE_NAME.test(name))
    return "must be of A–Z, 0–9 and _, with a letter or _ first, and at most 64 long";
  if ((BUILD_ENV_NAMES as readonly string[]).includes(name)) return "is set by the build worker";
  const isReserved = STARTUP_NAMES.has(name) || STARTUP_PREFIXES.some((prefix) => name.startsWith(prefix));
  return isReserved ? "is reserved: it changes how programs start on the build worker" : null;
}

export const MAX_VARIABLES = 100;

/** Limit of a value in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 16_384;
