import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { env } from "./env.ts";

/** Public origin of the server, such as `https://drydock.example`. */
export const publicOrigin = (): string => withoutTrailingSlash(env().NEXTAUTH_URL ?? "");

/** Addresses that stand for all interfaces. A browser cannot open them. */
const ANY_ADDRESS = ["0.0.0.0", "::", ""];

/** Origin of the server on its own machine, such as `http://[::1]:3000`: the public one if `NEXTAUTH_URL` is not set. */
export function localOrigin(host: string, port: number | string): string {
  const name = ANY_ADDRESS.includes(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
