"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { tenantPath } from "../paths";
import classes from "./settings.module.css";

const PAGES = [
  { name: "members", label: "Members" },
  { name: "tokens", label: "API tokens" },
  { name: "general", label: "Tenant" },
];

export function SettingsNav({ tenant }: { tenant: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings">
      <ul className={classes.nav}>
        {PAGES.map(({ name, label }) => {
          const href = `${tenantPath(tenant)}/settings/${name}`;
          return (
            <li key={name}>
              <Link
                href={href}
                className={classes.navLink}
                aria-current={pathname === href ? "page" : undefined}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
