import { parseArgs } from "node:util";
import { QUESTIONS, type QuestionName } from "./questions/all.ts";

export interface Load {
  connections: number;
  seconds: number;
}

export interface Plan {
  rounds: number;
  /** Each contender answers so many calls before one is counted, or as many as it can in the longest time. */
  warmUp: { calls: number; longestSeconds: number };
  loads: [many: Load, one: Load];
  /** Builds in the database before the first call. */
  builds: number;
  questions: QuestionName[];
  writesResults: boolean;
}

const MANY = 16;

/**
 * What the command line asks for: `--quick` for a smoke test, `--only publish` for some questions. A whole run is kept in
 * bench/results.md unless it is told `--no-write`, and any other one only with `--write`.
 */
export function readPlan(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: "boolean", default: false },
      write: { type: "boolean" },
      only: { type: "string", multiple: true, default: [] },
    },
    allowNegative: true,
  });
  return {
    ...(values.quick ? QUICK : THOROUGH),
    questions: chooseQuestions(values.only),
    writesResults: values.write ?? (!values.quick && values.only.length === 0),
  };
}

const THOROUGH = {
  rounds: 3,
  // Node compiles what runs often; a large program takes longer for it than a small one.
  warmUp: { calls: 10_000, longestSeconds: 15 },
  loads: [
    { connections: MANY, seconds: 3 },
    { connections: 1, seconds: 1 },
  ] satisfies [Load, Load],
  builds: 200_000,
};

const QUICK = {
  rounds: 1,
  warmUp: { calls: 1, longestSeconds: 1 },
  loads: [
    { connections: MANY, seconds: 1 },
    { connections: 1, seconds: 0.5 },
  ] satisfies [Load, Load],
  builds: 20_000,
};

function chooseQuestions(only: string[]): QuestionName[] {
  const all = Object.keys(QUESTIONS) as QuestionName[];
  const unknown = only.filter((name) => !all.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`--only takes ${all.join(", ")}; ${unknown.join(", ")} is none of them.`);
  return only.length === 0 ? all : all.filter((name) => only.includes(name));
}
