/**
 * Reset of the process before each test file. Files share a process and its modules, which halves the run time; each
 * starts with the original environment, and without the singletons and timers of the file before.
 */
const holder = globalThis as unknown as Record<symbol, unknown>;
const environment = Symbol.for("drydock.environment-of-the-run");
holder[environment] ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, holder[environment]);
const singletons = Symbol.for("drydock.singletons");
const leftovers = (holder[singletons] ?? new Map()) as Map<string, { timer?: NodeJS.Timeout } | undefined>;
for (const singleton of leftovers.values()) clearTimeout(singleton?.timer);
delete holder[singletons];
