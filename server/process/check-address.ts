import { createServer } from "node:net";

/**
 * Makes sure that the address can be served on, before anything that takes long.
 * @throws Error of one sentence when it cannot.
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: "another program uses it",
      EACCES: "this user may not use it",
    };
    throw new Error(
      `Cannot serve on ${host}:${port}: ${reasons[code] ?? code}; set PORT or HOST to another one.`,
    );
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
