import { appId, GIVEN_UP, newestBuild, TENANT } from "./world.ts";

/** What is asked for: a name, and its address in a database of so many builds. */
export interface Page {
  name: string;
  path: (builds: number) => string;
}

const home = `/builder/${TENANT.slug}`;
const app = (number: number, query = "") => `${home}/apps/${appId(number)}${query}`;
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const page = (name: string, path: string): Page => ({ name, path: () => path });

/** Every page of the Builder that shows builds, with the filters that an index does not simply answer. */
export const PAGES: Page[] = [
  page("overview", home),
  page("apps", `${home}/apps`),
  page("app", app(0)),
  page("app, failed", app(0, "?status=FAILED")),
  page("app, running (none)", app(0, "?status=IN_PROGRESS")),
  page("app, failed on iOS", app(0, "?status=FAILED&platform=IOS")),
  page("app, iOS", app(0, "?platform=IOS")),
  page("app, one day a year ago", app(0, `?since=${day(365)}&until=${day(365)}`)),
  page("app given up", app(GIVEN_UP)),
  page("app given up, failed", app(GIVEN_UP, "?status=FAILED")),
  page("app given up, failed on iOS", app(GIVEN_UP, "?status=FAILED&platform=IOS")),
  page("app given up, this month (none)", app(GIVEN_UP, `?since=${day(30)}`)),
  page("builds", `${home}/builds`),
  page("builds, failed", `${home}/builds?status=FAILED`),
  page("builds, queued (none)", `${home}/builds?status=QUEUED`),
  page("builds, iOS", `${home}/builds?platform=IOS`),
  page("builds, failed on iOS", `${home}/builds?status=FAILED&platform=IOS`),
  page("builds, ended this month", `${home}/builds?status=COMPLETED&status=FAILED&since=${day(30)}`),
  page("builds, one day a year ago", `${home}/builds?since=${day(365)}&until=${day(365)}`),
  page("builds before the year 2000 (none)", `${home}/builds?until=1999-12-31`),
  { name: "build", path: (builds) => `${app(0)}/builds/${newestBuild(builds)}` },
];
