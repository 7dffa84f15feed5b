import { SYSTEMS, type SystemName } from "../cases/case.ts";
import { type CaseName, getCase } from "../cases/registry.ts";
import { readCpuSeconds } from "../harness/processes.ts";
import { median } from "../harness/report.ts";
import { requireSameResponses } from "./response-shape.ts";
import { type Comparison, generateLoad, type SystemUnderTest } from "./setup.ts";

export interface Load {
  connections: number;
  seconds: number;
}

export interface Options {
  iterations: number;
  /** Each system answers so many uncounted requests first, or as many as it can in the longest time. */
  warmUp: { requests: number; maxSeconds: number };
  loads: [many: Load, one: Load];
}

export interface Sample {
  perSecond: number;
  /** Milliseconds of CPU time of the system for one request; null where it cannot be read. */
  cpuMs: number | null;
  /** Share of one CPU that the load generator used. */
  generatorLoad: number;
}

/** Medians of one system over all iterations, in the order of the loads. */
export interface Result {
  name: SystemName;
  medians: Sample[];
}

/** Upper bound of any system's rate until samples say otherwise; then twice the highest rate seen. */
const INITIAL_MAX_RATE = 5_000;

/** Measures all systems in interleaved iterations, so that a disturbance of the machine affects all of them. */
export async function measureCase(
  name: CaseName,
  comparison: Comparison,
  { iterations, warmUp, loads }: Options,
): Promise<Result[]> {
  await requireSameResponses(name, comparison);
  let maxRate = INITIAL_MAX_RATE;
  const sample = async (system: SystemUnderTest, load: Load): Promise<Sample> => {
    const taken = await takeSample(name, comparison, system, load, maxRate);
    maxRate = Math.max(maxRate, 2 * taken.perSecond);
    return taken;
  };
  const runs = comparison
    .systemsOf(name)
    .map((system) => ({ system, samples: loads.map((): Sample[] => []) }));
  for (const { system } of runs) {
    const [load] = loads;
    for (let [requests, seconds] = [0, 0]; requests < warmUp.requests && seconds < warmUp.maxSeconds; ) {
      requests += (await sample(system, load)).perSecond * load.seconds;
      seconds += load.seconds;
    }
  }
  for (let iteration = 0; iteration < iterations; iteration++) {
    const start = iteration % runs.length;
    for (const { system, samples } of [...runs.slice(start), ...runs.slice(0, start)]) {
      for (const [index, load] of loads.entries()) samples[index]?.push(await sample(system, load));
    }
  }
  return runs.map(({ system, samples }) => ({ name: system.name, medians: samples.map(medianOf) }));
}

async function takeSample(
  name: CaseName,
  { product, allocate }: Comparison,
  system: SystemUnderTest,
  { connections, seconds }: Load,
  maxRate: number,
): Promise<Sample> {
  const { title, buildsPerRequest = 0, countWrites, cleanUp } = getCase(name);
  const resources = await allocate(Math.ceil(buildsPerRequest * maxRate * seconds));
  const writesBefore = (await countWrites?.(product)) ?? 0;
  const cpuBefore = readCpuSeconds(system.pid);
  const outcome = await generateLoad(system, { name, connections, seconds, resources });
  const cpuAfter = readCpuSeconds(system.pid);
  const { responses, failure, generatorLoad } = outcome;
  if (failure) throw new Error(`${title}, ${SYSTEMS[system.name]}: ${failure}`);
  const writes = countWrites ? (await countWrites(product)) - writesBefore : responses;
  if (writes < responses) {
    throw new Error(`${title}, ${SYSTEMS[system.name]}: ${responses} responses, but only ${writes} writes`);
  }
  await cleanUp?.(product);
  const hasCpu = cpuBefore !== null && cpuAfter !== null && responses > 0;
  return {
    perSecond: responses / outcome.seconds,
    cpuMs: hasCpu ? ((cpuAfter - cpuBefore) * 1_000) / responses : null,
    generatorLoad,
  };
}

function medianOf(samples: Sample[]): Sample {
  const cpu = samples.map(({ cpuMs }) => cpuMs).filter((cpuMs) => cpuMs !== null);
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    cpuMs: cpu.length === 0 ? null : median(cpu),
    generatorLoad: Math.max(...samples.map((sample) => sample.generatorLoad)),
  };
}
