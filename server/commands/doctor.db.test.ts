import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "@/e2e/support/database.ts";
import { closedPort } from "@/e2e/support/receivers/receiver.ts";

const SECRET = "a-secret-of-tests-with-more-than-32-bytes";

/** Runs the command on a database and a local object store of its own. */
async function runDoctor(settings: Record<string, string>) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const objects = mkdtempSync(join(tmpdir(), "drydock-doctor-"));
  onTestFinished(() => rmSync(objects, { recursive: true, force: true }));
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: SECRET,
    API_TOKEN_SECRET: SECRET,
    STORAGE_URL: `file://${objects}`,
    ...settings,
  };
  const program = ["server/run.mjs", "server/commands/doctor.ts"];
  const options = { cwd: join(import.meta.dirname, "../.."), env };
  const result = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile(process.execPath, program, options, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
  return { ...result, objects };
}

it("reports each part that works, and leaves no object behind", async () => {
  const server = createServer((_, response) => response.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stdout, objects } = await runDoctor({ NEXTAUTH_URL: `http://127.0.0.1:${port}` });
  for (const part of ["database", "clock", "storage", "address"])
    expect(stdout).toMatch(new RegExp(`^ +${part} +ok `, "m"));
  expect(stdout).toMatch(/^ +email +off +SMTP_URL is not set/m);
  expect(code).toBe(0);
  const files = readdirSync(objects, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile())).toEqual([]);
});

it("names the setting and the cure of each part that fails, and exits with 1", async () => {
  const port = await closedPort();
  const { code, stdout } = await runDoctor({
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "no-reply@drydock.test",
    STORAGE_URL: `s3://key:hidden-word@127.0.0.1:${port}/bucket`,
  });
  expect(stdout).toMatch(/^ +storage +failed .*STORAGE_URL/m);
  expect(stdout).toMatch(/^ +email +failed .*SMTP_URL/m);
  expect(stdout).toMatch(/^ +address +failed .*NEXTAUTH_URL/m);
  expect(stdout).toMatch(/^ +database +ok /m);
  expect(stdout).not.toContain("hidden-word");
  expect(code).toBe(1);
});
