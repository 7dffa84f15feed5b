import { describe, expect, test } from "vitest";
import { startProgram, waitUntil } from "./program.ts";

describe("shutdown", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s undoes all in reverse order and exits with 0",
    async (name) => {
      const program = startProgram("e2e/process/shutdown.program.ts", []);
      await program.waitFor(/running/);
      process.kill(program.pid, name);
      expect(await program.exited).toBe(0);
      expect(program.output()).toMatch(/Shutting down.*\nfirst action\nsecond action\n/);
    },
  );

  test("unhandled errors are logged and do not exit", async () => {
    const program = startProgram("e2e/process/shutdown.program.ts", ["mishaps"]);
    await program.waitFor(/running/);
    process.kill(program.pid, "SIGTERM");
    expect(await program.exited).toBe(0);
    expect(program.output()).toContain("a broken promise");
    expect(program.output()).toContain("a thrown error");
  });

  test("a second Ctrl-C starts the remaining actions and exits at once", async () => {
    const program = startProgram("e2e/process/shutdown.program.ts", ["hang"]);
    await program.waitFor(/running/);
    process.kill(program.pid, "SIGINT");
    await program.waitFor(/first action/);
    let code: number | string | null = null;
    program.exited.then((value) => {
      code = value;
    });
    // The same keystroke may arrive twice, so it takes one a moment later.
    await waitUntil(() => {
      if (code === null) process.kill(program.pid, "SIGINT");
      return code !== null;
    });
    expect(code).toBe(130);
    expect(program.output()).toContain("second action");
  });
});
