import { expect } from "vitest";
import type { z } from "zod";
import { ProblemView } from "@/server/http/problem.ts";
import type { ErrorCode } from "@/shared/errors.ts";
import type { HttpResponse } from "./send-request.ts";

export type Problem = z.output<typeof ProblemView>;

/** Expects a success whose body has exactly the fields of the view. */
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

/** Expects a problem document. `paths` are all fields that it names. */
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

/** Parses strictly: zod drops unknown fields, so a body with some differs from the result. */
function parseExactly<S extends z.ZodType>(view: S, text: string): z.output<S> {
  const body: unknown = JSON.parse(text);
  const parsed = view.parse(body);
  expect(body).toStrictEqual(parsed);
  return parsed;
}
