import { wrongUsage } from "../failure.ts";

/** A timeout without anything to wait for is a slip. */
export function requireWait(options: { wait?: true; timeout?: number }): void {
  if (options.timeout !== undefined && !options.wait) {
    throw wrongUsage(
      "--timeout says how long to wait, but there is no --wait.",
      "Add --wait, or leave --timeout out.",
    );
  }
}
