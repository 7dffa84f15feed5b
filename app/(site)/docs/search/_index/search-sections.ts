import { findWord, searchWords } from "./search-words";

/** Section of a page in the index. */
export interface IndexedSection {
  href: string;
  /** Title of its page. */
  page: string;
  title: string;
  text: string;
}

export interface FoundSection {
  href: string;
  page: string;
  title: string;
  /** Part of the text with the first match, cut at words. */
  excerpt: string;
}

const EXCERPT_LENGTH = 180;
/** Text before the first match in an excerpt. */
const EXCERPT_LEAD = 60;
/** Matches of a word in the text that count. */
const MAX_COUNTED_MATCHES = 5;

/** Sections that contain every word of the search, best match first: titles before text, the words side by side before others. */
export function searchSections(sections: readonly IndexedSection[], search: string): FoundSection[] {
  const words = searchWords(search);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreSection(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section: { href, page, title, text } }) => ({
      href,
      page,
      title,
      excerpt: cutExcerpt(text, words),
    }));
}

function scoreSection(section: IndexedSection, words: readonly string[]): number {
  const scores = words.map((word) => scoreWord(section, word));
  if (scores.includes(0)) return 0;
  const title = section.title.toLowerCase();
  const phrase = words.join(" ");
  const inTitle = title === phrase ? 200 : title.includes(phrase) ? 50 : 0;
  return inTitle + scores.reduce((sum, score) => sum + score, 0) / words.length;
}

function scoreWord({ title, page, text }: IndexedSection, word: string): number {
  const inTitle = findWord(title, word).length > 0 ? 100 : 0;
  const inPage = findWord(page, word).length > 0 ? 20 : 0;
  return inTitle + inPage + Math.min(MAX_COUNTED_MATCHES, findWord(text, word).length);
}

function cutExcerpt(text: string, words: readonly string[]): string {
  const places = words.flatMap((word) => findWord(text, word).slice(0, 1));
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first > EXCERPT_LEAD ? text.indexOf(" ", first - EXCERPT_LEAD) + 1 : 0;
  if (text.length - start <= EXCERPT_LENGTH) return (start > 0 ? "… " : "") + text.slice(start);
  const end = text.lastIndexOf(" ", start + EXCERPT_LENGTH);
  return `${start > 0 ? "… " : ""}${text.slice(start, end > start ? end : start + EXCERPT_LENGTH)} …`;
}
