import type { ReactNode } from "react";
import { DOCS_PAGES, type DocsPath } from "../../_content/pages";
import { readSections } from "../../_content/read-sections";
import ReferencePage from "../../api/page";
import CallbacksPage from "../../callbacks/page";
import ChecksPage from "../../checks/page";
import CommandLinePage from "../../cli/page";
import { errorCodes, errorPath } from "../../errors/_content/error-docs";
import ErrorCodePage from "../../errors/[code]/page";
import ErrorsPage from "../../errors/page";
import InstallationsPage from "../../installations/page";
import ModerationPage from "../../moderation/page";
import QuickStartPage from "../../page";
import RegistryPage from "../../registry/page";
import WorkersPage from "../../workers/page";
import type { IndexedSection } from "./search-sections";

const PAGES: Readonly<Record<DocsPath, () => ReactNode>> = {
  "/docs": QuickStartPage,
  "/docs/cli": CommandLinePage,
  "/docs/checks": ChecksPage,
  "/docs/moderation": ModerationPage,
  "/docs/installations": InstallationsPage,
  "/docs/workers": WorkersPage,
  "/docs/registry": RegistryPage,
  "/docs/api": ReferencePage,
  "/docs/callbacks": CallbacksPage,
  "/docs/errors": ErrorsPage,
};

let index: Promise<IndexedSection[]> | undefined;

/** Index of all sections of the documentation, read from the pages themselves. They are the same for all requests. */
export function getDocsIndex(): Promise<IndexedSection[]> {
  index ??= readIndex();
  return index;
}

async function readIndex(): Promise<IndexedSection[]> {
  const pages = DOCS_PAGES.flatMap(({ path, title }) => indexPage(path, title, PAGES[path]()));
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
      return { href: path, page: "Errors", title: code, text: text.join(" ") };
    }),
  );
  return [...pages, ...codes];
}

const indexPage = (path: string, page: string, content: ReactNode): IndexedSection[] =>
  readSections(content)
    .filter(({ id, title, text }) => title !== "" || (id === "" && text !== ""))
    .map(({ id, title, text }) => ({ href: id ? `${path}#${id}` : path, page, title: title || page, text }));
