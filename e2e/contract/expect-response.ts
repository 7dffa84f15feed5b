import { expect } from "vitest";
import type { z } from "zod";
import { ProblemView } from "@/server/http/problem.ts";
import type { ErrorCode } from "@/server/platform/errors.ts";
import type { HttpResponse } from "./send-request.ts";

export type Problem = z.output<typeof ProblemView>;

/** The body of a success, which has to be exactly what the view declares: no field less, none more. */
export function expectView<S extends z.ZodType>(
  response: HttpResponse,
  status: number,
  view: S,
): z.output<S> {
  expect(response.status, response.text).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  return parseExactly(view, response.text);
}

/** The problem document of a refusal. `paths` are the fields that it names, all of them and no other. */
export function expectProblem(
  response: HttpResponse,
  status: number,
  code: ErrorCode,
  paths?: readonly string[],
): Problem {
  expect(response.status, response.text).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = parseExactly(ProblemView, response.text);
  expect(problem).toMatchObject({
    type: `/docs/errors/${code.toLowerCase().replaceAll("_", "-")}`,
    status,
    code,
    requestId: response.headers.get("x-request-id"),
  });
  if (code === "VALIDATION_FAILED") expect(problem.errors?.length).toBeGreaterThan(0);
  if (paths)
    expect([...new Set(problem.errors?.map((error) => error.path))].sort()).toEqual([...paths].sort());
  return problem;
}

/** What zod lets through drops unknown fields, so a body that has some differs from it. */
function parseExactly<S extends z.ZodType>(view: S, text: string): z.output<S> {
  const body: unknown = JSON.parse(text);
  const parsed = view.parse(body);
  expect(body).toStrictEqual(parsed);
  return parsed;
}
