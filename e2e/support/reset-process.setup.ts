/**
 * Test files that share a process share its modules, which saves half of the time; here each starts with the
 * environment that the run was given, and without what an earlier one's platform left on the process or still had to do.
 */
const holder = globalThis as unknown as Record<symbol, unknown>;
const given = Symbol.for("drydock.environment-of-the-run");
holder[given] ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, holder[given]);
const singletons = Symbol.for("drydock.singletons");
const left = (holder[singletons] ?? new Map()) as Map<string, { timer?: NodeJS.Timeout } | undefined>;
for (const singleton of left.values()) clearTimeout(singleton?.timer);
delete holder[singletons];
