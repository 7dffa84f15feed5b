import { median } from "../report/median.ts";
import { PAGES, type Page } from "./pages.ts";
import { GROWTH_QUESTIONS, type GrowthQuestion } from "./questions.ts";
import type { Scene } from "./stage.ts";
import { STATEMENTS } from "./statements.ts";

const WARM_UP = 5;
/** Questions are quick, and their bound is narrow. */
const CALLS_PER_ROUND = 6;
const PAGE_BOUND = 1.5;

/** What was asked of all databases, and how many milliseconds it took in the median with each number of builds. */
export interface Measured {
  kind: "question" | "page" | "statement";
  name: string;
  bound: number | null;
  ms: number[];
}

/** Asks databases of all sizes in turns, one thing after the other: all whose kind and name begin with `only`. */
export async function* measureAll(scenes: Scene[], rounds: number, only: string): AsyncGenerator<Measured> {
  const isAsked = (kind: Measured["kind"], name: string) => `${kind}: ${name}`.startsWith(only);
  for (const question of GROWTH_QUESTIONS.filter(({ name }) => isAsked("question", name))) {
    const ask = (scene: Scene) => askQuestion(question, scene);
    const ms = await timesInTurn(scenes, rounds * CALLS_PER_ROUND, ask);
    yield { kind: "question", name: question.name, bound: question.bound ?? null, ms };
  }
  for (const page of PAGES.filter(({ name }) => isAsked("page", name))) {
    const ms = await timesInTurn(scenes, rounds, (scene) => openPage(page, scene));
    yield { kind: "page", name: page.name, bound: PAGE_BOUND, ms };
  }
  for (const { name, ask } of STATEMENTS.filter(({ name }) => isAsked("statement", name))) {
    const ms = await timesInTurn(scenes, rounds, ({ ctx, builds }) => ask(ctx, builds));
    yield { kind: "statement", name, bound: null, ms };
  }
}

/** How many times as long it took with the most builds as with the fewest. */
export const growthOf = ({ ms }: Measured): number => (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN);

async function timesInTurn(
  scenes: Scene[],
  rounds: number,
  ask: (scene: Scene) => Promise<unknown>,
): Promise<number[]> {
  const times = scenes.map((): number[] => []);
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [index, scene] of scenes.entries()) {
      const startedAt = performance.now();
      await ask(scene);
      if (round >= 0) times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map(median);
}

async function askQuestion({ name, call, status }: GrowthQuestion, scene: Scene): Promise<void> {
  const { path, init } = call(scene);
  await expectAnswer(name, await fetch(scene.server.origin + path, init), status);
}

/** From the request to the page's last byte. */
async function openPage({ name, path }: Page, { server, cookie, builds }: Scene): Promise<void> {
  const init = { headers: { cookie }, redirect: "manual" } as const;
  await expectAnswer(name, await fetch(server.origin + path(builds), init), 200);
}

async function expectAnswer(name: string, response: Response, status: number): Promise<void> {
  const text = await response.text();
  if (response.status !== status)
    throw new Error(`${name} was answered with ${response.status}: ${text.slice(0, 400)}`);
}
