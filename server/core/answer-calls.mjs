/**
 * Answers the calls of `callChild` in its child process, which ends with its parent. Plain JavaScript, as the program for
 * passwords, which is not bundled.
 * @template Work, Result
 * @param {(work: Work) => Result | Promise<Result>} answer
 */
export function answerCalls(answer) {
  // Ctrl-C and service managers signal the whole group, while the parent still finishes requests.
  for (const name of ["SIGINT", "SIGHUP", "SIGTERM"]) process.on(name, () => {});
  process.once("disconnect", () => process.exit());
  process.on("message", async (/** @type {{ id: number, work: Work }} */ { id, work }) => {
    try {
      process.send?.({ id, result: await answer(work) });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
}
