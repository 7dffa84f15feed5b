/** JSON for a `script` element: escaped so that no text in it ends the element or opens a comment. */
export const toJsonLd = (data: unknown): string =>
  JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
