import { headers } from "next/headers";
import { cache } from "react";
import { bringsSession } from "@/server/auth/session-cookie.ts";

/** Link into the dashboards: to the Builder with a session, else to sign-in. */
export const getEntryLink = cache(async () =>
  (await bringsSession(await headers()))
    ? { href: "/builder", label: "Dashboard", isOpen: true }
    : { href: "/sign-in", label: "Sign in", isOpen: false },
);
