import { SYSTEMS } from "../cases/case.ts";
import { type CaseName, getCase } from "../cases/registry.ts";
import { fetchText } from "../harness/server-process.ts";
import type { Comparison } from "./setup.ts";

/**
 * Sends one request to every server and compares the responses: a baseline that returns less would work less.
 * @throws Error with both shapes where they differ
 */
export async function requireSameResponses(name: CaseName, comparison: Comparison): Promise<void> {
  const { createRequests, countWrites, status, summarizeResponse = describeJson } = getCase(name);
  const createRequest = createRequests(await comparison.allocate(comparison.systemsOf(name).length));
  let request = createRequest({});
  let first: { label: string; shape: string } | undefined;
  for (const system of comparison.systemsOf(name)) {
    if (system.origin === null) continue;
    const label = SYSTEMS[system.name];
    const { path, ...init } = request;
    const { text } = await fetchText(system.origin + system.prefix + path, init, status);
    const shape = text && summarizeResponse(text);
    first ??= { label, shape };
    if (shape !== first.shape)
      throw new Error(`${label} does not respond as ${first.label} does:\n${shape}\n${first.shape}`);
    // The same write would be refused.
    if (countWrites) request = createRequest({});
  }
}

const describeJson = (text: string): string => describeShape(JSON.parse(text));

/** Names of all fields; of an array those of its first entry. */
function describeShape(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? describeShape(value[0]) : ""}]`;
  if (typeof value !== "object" || value === null) return "";
  const fields = Object.entries(value).map(([name, field]) => `${name}${describeShape(field)}`);
  return `{${fields.sort().join(" ")}}`;
}
