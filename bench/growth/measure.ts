import { median } from "../report/median.ts";
import { PAGES, type Page } from "./pages.ts";
import type { Scene } from "./stage.ts";
import { STATEMENTS } from "./statements.ts";
import { TENANT } from "./world.ts";

const WARM_UP = 5;

/** What was asked of both databases, and how long each took in the median. */
export interface Measured {
  name: string;
  kind: "page" | "statement";
  smallMs: number;
  largeMs: number;
}

/** Asks the small and the large database in turns, page by page and statement by statement. */
export async function* measureAll(small: Scene, large: Scene, rounds: number): AsyncGenerator<Measured> {
  for (const page of PAGES) {
    const times = await timesInTurn([small, large], rounds, (scene) => openPage(page, scene));
    yield { name: page.name, kind: "page", ...times };
  }
  for (const { name, ask } of STATEMENTS) {
    const times = await timesInTurn([small, large], rounds, ({ ctx, builds }) => ask(ctx, builds));
    yield { name, kind: "statement", ...times };
  }
}

async function timesInTurn(
  scenes: [Scene, Scene],
  rounds: number,
  ask: (scene: Scene) => Promise<unknown>,
): Promise<{ smallMs: number; largeMs: number }> {
  const [smallTimes, largeTimes]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [index, times] of [smallTimes, largeTimes].entries()) {
      const scene = scenes[index];
      if (!scene) continue;
      const startedAt = performance.now();
      await ask(scene);
      if (round >= 0) times.push(performance.now() - startedAt);
    }
  }
  return { smallMs: median(smallTimes), largeMs: median(largeTimes) };
}

/** From the request to the page's last byte. */
async function openPage(page: Page, { server, cookie, token, builds }: Scene): Promise<void> {
  const headers: Record<string, string> = page.isRest
    ? { authorization: `Bearer ${token}`, "x-tenant-id": TENANT.id }
    : { cookie };
  const response = await fetch(server.origin + page.path(builds), { headers, redirect: "manual" });
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`${page.name} answered ${response.status}: ${text.slice(0, 400)}`);
}
