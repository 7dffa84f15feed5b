import { Failure, wrongUsage } from "../failure.ts";

/** Where the API is and in whose name it is asked. */
export interface Access {
  /** Without a slash at the end; perhaps with a path, when the platform lives below one. */
  baseUrl: string;
  token: string;
  tenantId: string;
  /** When the token says that it ends; null when it does not say. */
  expiresAt: Date | null;
}

export interface AccessOptions {
  apiUrl?: string | undefined;
  token?: string | undefined;
}

/** Takes the address and the token from the options, else from `CLI_API_URL` and `CLI_TOKEN`. */
export function readAccess(options: AccessOptions, env: Record<string, string | undefined>): Access {
  const token = (options.token ?? env["CLI_TOKEN"] ?? "").trim();
  const baseUrl = readBaseUrl(options.apiUrl ?? env["CLI_API_URL"] ?? "");
  if (token === "") {
    throw wrongUsage(
      "There is no API token.",
      `Set CLI_TOKEN or give --token. Make a token at ${baseUrl}/builder under Settings, Tokens.`,
    );
  }
  return { baseUrl, token, ...readClaims(token, baseUrl) };
}

/** The address of the API without what does not belong to it. */
export function readBaseUrl(text: string): string {
  const hint =
    "Set CLI_API_URL or give --api-url with the address of the platform, such as http://127.0.0.1:3000.";
  if (text.trim() === "") throw wrongUsage("There is no API address.", hint);
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw wrongUsage(`"${text}" is no http or https address.`, hint);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw wrongUsage(`"${url.origin}…" carries more than an address and a path.`, hint);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Read, not verified: that is for the API to do. */
function readClaims(token: string, baseUrl: string): Pick<Access, "tenantId" | "expiresAt"> {
  const claims = decodeClaims(token);
  const tenantId = claims?.["tid"];
  if (typeof tenantId !== "string" || /[^\x21-\x7e]/.test(tenantId + token)) {
    throw new Failure({
      code: "UNAUTHENTICATED",
      message: "The token is no API token of the platform.",
      hint: `Copy it whole, or make a new one at ${baseUrl}/builder under Settings, Tokens.`,
    });
  }
  const expiry = claims?.["exp"];
  return { tenantId, expiresAt: typeof expiry === "number" ? new Date(expiry * 1_000) : null };
}

function decodeClaims(token: string): Record<string, unknown> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" ? (claims as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
