/** Base URL without slashes at its end, so that a path can be appended. The CLI and the worker use it too. */
export const withoutTrailingSlash = (baseUrl: string): string => baseUrl.replace(/\/{1,9}$/, "");
