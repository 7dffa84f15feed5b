import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { env } from "./env.ts";

/** Origin that users and receivers know the server by, such as `https://drydock.example`. */
export const publicOrigin = (): string => withoutTrailingSlash(env().NEXTAUTH_URL ?? "");
