import { expect, it } from "vitest";
import { traceField } from "./access-log.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

it("takes the trace of a valid traceparent", () => {
  expect(traceField(`00-${TRACE}-00f067aa0ba902b7-01`)).toEqual({ traceId: TRACE });
});

it.each([
  null,
  "",
  TRACE,
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${TRACE}-00f067aa0ba902b7-01\n`,
])("takes none of %j", (traceparent) => {
  expect(traceField(traceparent)).toEqual({});
});
