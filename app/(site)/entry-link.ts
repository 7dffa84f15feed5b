import { headers } from "next/headers";
import { cache } from "react";
import { bringsSession } from "@/server/auth/session-cookie.ts";

/** Where the dashboards begin for this reader: behind sign-in, or at once. */
export const wayIn = cache(async () =>
  (await bringsSession(await headers()))
    ? { href: "/builder", label: "Dashboard", isOpen: true }
    : { href: "/sign-in", label: "Sign in", isOpen: false },
);
