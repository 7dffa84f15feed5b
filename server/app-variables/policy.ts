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
const STARTUP_NAMES = new RegExp(
  `^(?:${[
    // shells
    "PATH|HOME|SHELL|IFS|ENV|PWD|OLDPWD|CDPATH|PS4|PROMPT_COMMAND|BASHOPTS|SHELLOPTS|BASH_.*|ZDOTDIR|FPATH",
    // users and folders
    "USER|LOGNAME|TMPDIR|TMP|TEMP|XDG_.*|SUDO_.*",
    // loader and C library
    "LD_.*|DYLD_.*|GCONV_PATH|GETCONF_DIR|LOCPATH|NLSPATH|GLIBC_TUNABLES|MALLOC_.*|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS",
    // runtimes
    "NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|REPL_EXTERNAL_MODULE|V8_COVERAGE)",
    "PYTHON(?:PATH|HOME|STARTUP|INSPECT|USERBASE|EXECUTABLE|WARNINGS|BREAKPOINT)|PERL5LIB|PERL5OPT|PERL5DB|PERLLIB|RUBYOPT|RUBYLIB",
    "JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|DOTNET_STARTUP_HOOKS|PHPRC|PHP_INI_SCAN_DIR|LUA_(?:INIT|PATH|CPATH).*",
    // programs that a command starts
    "GIT_(?:CONFIG.*|SSH.*|EXEC_PATH|TEMPLATE_DIR|PROXY_COMMAND|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|DIR|WORK_TREE)",
    "SSH_(?:ASKPASS.*|AUTH_SOCK)|EDITOR|VISUAL|PAGER|BROWSER|DOCKER_(?:HOST|CONFIG|CONTEXT|CERT_PATH)|CONTAINER_HOST",
    // whom a program trusts
    "(?:HTTP|HTTPS|ALL|NO)_PROXY|SSL_CERT_.*|SSLKEYLOGFILE|OPENSSL_(?:CONF|MODULES|ENGINES)|CURL_CA_BUNDLE|CURL_HOME|REQUESTS_CA_BUNDLE",
    // the worker itself
    "BUILD_SECRET|BUILD_SERVER_SECRET|MAC_BUILDER_SECRET",
  ].join("|")})$`,
);

/** Problem with the name of an app's variable; null for a name that it may have. */
export function findNameProblem(name: string): string | null {
  if ((BUILD_ENV_NAMES as readonly string[]).includes(name)) return "is set by the build worker";
  return STARTUP_NAMES.test(name) ? "is reserved: it changes how programs start on the build worker" : null;
}

/** Names of variables. */
export const VARIABLE_NAME = /^[A-Z_][A-Z0-9_]{0,63}$/;

export const MAX_VARIABLES = 100;

/** Limit of a value in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 16_384;
