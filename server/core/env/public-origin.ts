import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { env } from "./env.ts";

/** Public origin of the server, such as `https://drydock.example`. */
export const publicOrigin = (): string => withoutTrailingSlash(env().NEXTAUTH_URL ?? "");
