import { BUILDS_PAGE, OVERVIEW_PAGE } from "./builder-pages.ts";
import { QUERY } from "./builds-query.ts";
import { TOKEN } from "./check-token.ts";
import { LIST, POLL } from "./list-builds.ts";
import { PUBLISH } from "./publish.ts";
import type { Question } from "./question.ts";
import { REPORT } from "./report-build.ts";
import { SEARCH } from "./search-marketplace.ts";

/** By the names that `--only` takes. */
export const QUESTIONS = {
  report: REPORT,
  publish: PUBLISH,
  list: LIST,
  poll: POLL,
  token: TOKEN,
  query: QUERY,
  search: SEARCH,
  builds: BUILDS_PAGE,
  overview: OVERVIEW_PAGE,
} satisfies Record<string, Question>;

export type QuestionName = keyof typeof QUESTIONS;
