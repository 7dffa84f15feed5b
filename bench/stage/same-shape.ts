import { QUESTIONS, type QuestionName } from "../questions/all.ts";
import type { Contender, Stage } from "./stage.ts";

/**
 * Asks every server once, and makes sure that all of them answer in the same shape: a floor that says less than the
 * product would do less.
 * @throws Error that shows both shapes
 */
export async function requireSameShape(name: QuestionName, stage: Stage): Promise<void> {
  const shapes: { contender: string; shape: string }[] = [];
  for (const contender of stage.contendersOf(name)) {
    const shape = await askOnce(name, stage, contender);
    if (shape !== null) shapes.push({ contender: contender.name, shape });
  }
  const [first] = shapes;
  for (const { contender, shape } of shapes) {
    if (shape === first?.shape) continue;
    throw new Error(`${contender} does not answer as ${first?.contender} does:\n${shape}\n${first?.shape}`);
  }
}

async function askOnce(
  name: QuestionName,
  stage: Stage,
  { origin, prefix }: Contender,
): Promise<string | null> {
  const { calls, answer, describeAnswer = describeJson } = QUESTIONS[name];
  const [call] = calls(await stage.supply(1));
  if (origin === null || !call) return null;
  const { method = "GET", path = "", headers = {}, body = null } = call.setupRequest?.(call, {}) ?? call;
  const response = await fetch(origin + prefix + path, { method, headers, body });
  const text = await response.text();
  const isRight = answer ? response.status === answer : response.ok;
  if (!isRight)
    throw new Error(`${method} ${path} was answered with ${response.status} ${text.slice(0, 1_000)}`);
  return text === "" ? "" : describeAnswer(text);
}

const describeJson = (text: string): string => describeShape(JSON.parse(text));

/** The names of all fields; of an array those of its first entry. */
function describeShape(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? describeShape(value[0]) : ""}]`;
  if (typeof value !== "object" || value === null) return "";
  const fields = Object.entries(value).map(([name, field]) => `${name}${describeShape(field)}`);
  return `{${fields.sort().join(" ")}}`;
}
