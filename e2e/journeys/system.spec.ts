import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { click, expect, signIn, test } from "./fixtures.ts";

/** Makes a dead job of the running platform by the operators' shell, with an error of its own. */
async function createDeadJob(error: string): Promise<void> {
  const shell = promisify(execFile)(process.execPath, ["server/run.mjs", "server/commands/shell.ts"], {
    env: { ...process.env, DATA_DIR: process.env["E2E_DATA_DIR"], DATABASE_URL: "" },
  });
  shell.child.stdin?.end(
    `await sql\`select graphile_worker.permanently_fail_jobs(array[id], '${error}') from graphile_worker.add_job('trim_recent_items', '{}'::json, run_at => now() + interval '1 hour')\`\n`,
  );
  await shell;
}

test("a Super Admin retries a dead job, discards another, and finds both in the audit log", async ({
  page,
}) => {
  const [retried, discarded] = [`no space ${randomUUID()}`, `no route ${randomUUID()}`];
  await createDeadJob(retried);
  await createDeadJob(discarded);
  await signIn(page, "admin", "/admin/system");
  const rowOf = (error: string) => page.getByRole("row").filter({ hasText: error });
  await click(rowOf(retried).getByRole("button", { name: /^Retry trim_recent_items \d+$/ }));
  await expect(page.getByText(/^trim_recent_items \d+ queued$/)).toBeVisible();
  await expect(rowOf(retried)).toBeHidden();
  await rowOf(discarded)
    .getByRole("button", { name: /^Discard/ })
    .press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Discard trim_recent_items/ });
  await expect(dialog.getByText(discarded)).toBeVisible();
  await dialog.getByRole("button", { name: "Discard job" }).click();
  await expect(rowOf(discarded)).toBeHidden();
  await expect(page.getByRole("table", { name: "Scheduled jobs" })).toContainText("* * * * *");
  await page.goto("/admin/audit");
  await expect(page.getByText("Retried a job").first()).toBeVisible();
  await expect(page.getByText("Discarded a job").first()).toBeVisible();
});
