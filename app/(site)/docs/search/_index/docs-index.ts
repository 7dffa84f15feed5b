import type { ReactNode } from "react";
import { DOCS, type DocsKey } from "@/app/_paths/docs.ts";
import { readSections } from "@/app/(site)/docs/_content/read-sections.ts";
import ReferencePage from "@/app/(site)/docs/api/page.tsx";
import CallbacksPage from "@/app/(site)/docs/callbacks/page.tsx";
import ChecksPage from "@/app/(site)/docs/checks/page.tsx";
import CommandLinePage from "@/app/(site)/docs/cli/page.tsx";
import { errorCodes, errorPath } from "@/app/(site)/docs/errors/_content/error-docs.ts";
import ErrorCodePage from "@/app/(site)/docs/errors/[code]/page.tsx";
import ErrorsPage from "@/app/(site)/docs/errors/page.tsx";
import InstallationsPage from "@/app/(site)/docs/installations/page.tsx";
import ModerationPage from "@/app/(site)/docs/moderation/page.tsx";
import QuickStartPage from "@/app/(site)/docs/page.tsx";
import RegistryPage from "@/app/(site)/docs/registry/page.tsx";
import WorkersPage from "@/app/(site)/docs/workers/page.tsx";
import type { IndexedSection } from "./search-sections";

const PAGES: Readonly<Record<DocsKey, () => ReactNode>> = {
  quickStart: QuickStartPage,
  cli: CommandLinePage,
  checks: ChecksPage,
  moderation: ModerationPage,
  installations: InstallationsPage,
  workers: WorkersPage,
  registry: RegistryPage,
  reference: ReferencePage,
  callbacks: CallbacksPage,
  errors: ErrorsPage,
};

let index: Promise<IndexedSection[]> | undefined;

/** Index of all sections of the documentation, read from the pages themselves. They are the same for all requests. */
export function getDocsIndex(): Promise<IndexedSection[]> {
  index ??= readIndex();
  return index;
}

async function readIndex(): Promise<IndexedSection[]> {
  const pages = Object.entries(DOCS).flatMap(([key, { path, title }]) =>
    indexPage(path, title, PAGES[key as DocsKey]()),
  );
  const codes = await Promise.all(
    errorCodes.map(async (code) => {
      const path = errorPath(code);
      const segment = path.slice(path.lastIndexOf("/") + 1);
      const sections = indexPage(
        path,
        code,
        await ErrorCodePage({ params: Promise.resolve({ code: segment }) }),
      );
      // One entry for each code; the endpoints that return it are in the reference.
      const text = sections.filter(({ href }) => !href.endsWith("#endpoints")).map((section) => section.text);
      return { href: path, page: DOCS.errors.title, title: code, text: text.join(" ") };
    }),
  );
  return [...pages, ...codes];
}

const indexPage = (path: string, page: string, content: ReactNode): IndexedSection[] =>
  readSections(content)
    .filter(({ id, title, text }) => title !== "" || (id === "" && text !== ""))
    .map(({ id, title, text }) => ({ href: id ? `${path}#${id}` : path, page, title: title || page, text }));
