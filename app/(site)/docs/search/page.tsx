import type { Metadata } from "next";
import { DOCS_PAGES, DOCS_SEARCH_PATH } from "@/app/_paths/docs.ts";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import { readSearch, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { getDocsIndex } from "./_index/docs-index";
import { type FoundSection, searchSections } from "./_index/search-sections";
import { searchWords, splitMatches } from "./_index/search-words";
import classes from "./page.module.css";

type SearchPageProps = { searchParams: Promise<SearchParams> };

const MAX_RESULTS = 30;

export async function generateMetadata({ searchParams }: SearchPageProps): Promise<Metadata> {
  const search = readSearch(await searchParams);
  return { title: search ? `${search} · Search` : "Search", robots: { index: false } };
}

export default async function DocsSearchPage({ searchParams }: SearchPageProps) {
  const search = readSearch(await searchParams);
  const found = searchSections(await getDocsIndex(), search);
  return (
    <div className={classes.page} data-docs-results="">
      <h1 className={classes.title}>Search docs</h1>
      <ListSearch
        label="Search docs"
        placeholder="Command, endpoint, error code"
        size="md"
        path={DOCS_SEARCH_PATH}
        search={search}
      />
      <p className={classes.count} role="status">
        {search !== "" && found.length > 0 && describeCount(found.length)}
      </p>
      {found.length > 0 && <Results found={found.slice(0, MAX_RESULTS)} words={searchWords(search)} />}
      {found.length === 0 && <NoResults search={search} />}
    </div>
  );
}

function Results({ found, words }: { found: FoundSection[]; words: string[] }) {
  return (
    <ol className={classes.results} aria-label="Results">
      {found.map(({ href, page, title, excerpt }) => (
        <li key={href}>
          <h2 className={classes.result}>
            <Link href={href}>
              <Marked text={title} words={words} />
            </Link>
          </h2>
          {page !== title && <p className={classes.place}>{page}</p>}
          {excerpt && (
            <p className={classes.excerpt}>
              <Marked text={excerpt} words={words} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return splitMatches(text, words).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

function NoResults({ search }: { search: string }) {
  return (
    <>
      {search !== "" && (
        <EmptyState isFramed title={`No results for “${search}”`} description="Try fewer or other words." />
      )}
      <nav aria-label="All pages" className={classes.pages}>
        <ul>
          {DOCS_PAGES.map(({ path, title }) => (
            <li key={path}>
              <Link href={path}>{title}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function describeCount(count: number): string {
  if (count > MAX_RESULTS) return `Top ${MAX_RESULTS} of ${count} results`;
  return count === 1 ? "1 result" : `${count} results`;
}
