import {
  IconAlertTriangle,
  IconApi,
  IconHammer,
  IconListCheck,
  IconPackage,
  IconPuzzle,
  IconRocket,
  IconSearch,
  IconShieldCheck,
  IconTerminal2,
  IconWebhook,
} from "@tabler/icons-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DOCS, DOCS_SEARCH_PATH, type DocsKey } from "@/app/_paths/docs.ts";
import { MAX_SEARCH_LENGTH } from "@/shared/bounds.ts";
import { DocsNav } from "./_components/docs-nav";
import searchClasses from "./_components/docs-search.module.css";
import classes from "./layout.module.css";

export const metadata: Metadata = { title: { default: "Docs", template: "%s · Docs · Drydock" } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.docs}>
      <div className={classes.side}>
        <SearchForm />
        <DocsNav
          nav={Object.entries(DOCS).map(([key, { path, title }]) => ({
            href: path,
            label: title,
            icon: ICONS[key as DocsKey],
            isExact: path === DOCS.quickStart.path,
          }))}
        />
      </div>
      <div className={classes.content}>{children}</div>
    </div>
  );
}

/** Leads to the results; they have a field of their own, which replaces this one. */
function SearchForm() {
  return (
    <search className={searchClasses.search} data-docs-search="">
      <form action={DOCS_SEARCH_PATH}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" className={searchClasses.icon} />
        <input
          type="search"
          name="q"
          required
          className={searchClasses.input}
          aria-label="Search docs"
          aria-keyshortcuts="Control+K Meta+K /"
          placeholder="Search docs"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
        />
        <span className={searchClasses.key} aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}

const icon = { size: 18, stroke: 1.6 };

const ICONS: Readonly<Record<DocsKey, ReactNode>> = {
  quickStart: <IconRocket {...icon} />,
  cli: <IconTerminal2 {...icon} />,
  checks: <IconListCheck {...icon} />,
  moderation: <IconShieldCheck {...icon} />,
  installations: <IconPuzzle {...icon} />,
  workers: <IconHammer {...icon} />,
  registry: <IconPackage {...icon} />,
  reference: <IconApi {...icon} />,
  callbacks: <IconWebhook {...icon} />,
  errors: <IconAlertTriangle {...icon} />,
};
