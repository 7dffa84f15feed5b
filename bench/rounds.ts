import type { Load, Plan } from "./plan.ts";
import { QUESTIONS, type QuestionName } from "./questions/all.ts";
import { median } from "./report/median.ts";
import { readCpuSeconds } from "./stage/cpu-time.ts";
import { requireSameShape } from "./stage/same-shape.ts";
import type { Contender, Stage } from "./stage/stage.ts";

/** How a contender did under one load. */
export interface Sample {
  perSecond: number;
  /** Milliseconds of a processor that the contender used for one call; null where nobody can tell. */
  cpuMs: number | null;
  generatorBusy: number;
}

/** A contender's medians over all rounds, in the order of the plan's loads. */
export interface Standing {
  name: string;
  medians: Sample[];
}

/** Asks all contenders one question, in turns, so that what disturbs the machine disturbs all of them. */
export async function askInRounds(name: QuestionName, stage: Stage, plan: Plan): Promise<Standing[]> {
  await requireSameShape(name, stage);
  let highestPerSecond = FIRST_GUESS_PER_SECOND;
  const sample = async (contender: Contender, load: Load): Promise<Sample> => {
    const taken = await takeSample(name, stage, contender, { ...load, highestPerSecond });
    highestPerSecond = Math.max(highestPerSecond, 2 * taken.perSecond);
    return taken;
  };
  const contenders = stage.contendersOf(name);
  const standings = contenders.map((contender) => ({
    contender,
    samples: plan.loads.map((): Sample[] => []),
  }));
  for (const contender of contenders) {
    let [calls, seconds] = [0, 0];
    while (calls < plan.warmUp.calls && seconds < plan.warmUp.longestSeconds) {
      const load = plan.loads[0];
      calls += (await sample(contender, load)).perSecond * load.seconds;
      seconds += load.seconds;
    }
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const { contender, samples } of rotate(standings, round)) {
      for (const [index, load] of plan.loads.entries()) samples[index]?.push(await sample(contender, load));
    }
  }
  return standings.map(({ contender, samples }) => ({
    name: contender.name,
    medians: samples.map(medianSample),
  }));
}

/** No contender is thought to exceed it, or twice what was seen of any so far. */
const FIRST_GUESS_PER_SECOND = 5_000;

async function takeSample(
  name: QuestionName,
  stage: Stage,
  { name: contender, pid, ask }: Contender,
  { connections, seconds, highestPerSecond }: Load & { highestPerSecond: number },
): Promise<Sample> {
  const { title, buildsPerCall, countEffects, settle } = QUESTIONS[name];
  const supply = await stage.supply(Math.ceil(buildsPerCall * highestPerSecond * seconds));
  const effectsBefore = (await countEffects?.(stage.sql)) ?? 0;
  const cpuBefore = readCpuSeconds(pid);
  const { answered, took, failure, generatorBusy } = await ask({
    question: name,
    connections,
    seconds,
    supply,
  });
  const cpuAfter = readCpuSeconds(pid);
  if (failure) throw new Error(`${title}, ${contender}: ${failure}`);
  const effects = countEffects ? (await countEffects(stage.sql)) - effectsBefore : answered;
  if (effects < answered) {
    throw new Error(`${title}, ${contender}: ${answered} answers, but only ${effects} were stored`);
  }
  await settle?.(stage.sql);
  return {
    perSecond: answered / took,
    cpuMs:
      cpuBefore === null || cpuAfter === null || answered === 0
        ? null
        : ((cpuAfter - cpuBefore) * 1_000) / answered,
    generatorBusy,
  };
}

function medianSample(samples: Sample[]): Sample {
  const cpu = samples.map(({ cpuMs }) => cpuMs).filter((cpuMs) => cpuMs !== null);
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    cpuMs: cpu.length === 0 ? null : median(cpu),
    generatorBusy: Math.max(...samples.map(({ generatorBusy }) => generatorBusy)),
  };
}

const rotate = <T>(values: T[], by: number): T[] => {
  const start = by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
};
