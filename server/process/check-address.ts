import { createServer } from "node:net";

/**
 * Preflight check that host and port can be bound, before slow steps such as the build.
 * @throws Error with reason and remedy when they cannot
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
      EADDRINUSE: "the port is in use",
      EACCES: "permission denied",
    };
    throw new Error(
      `Cannot listen on ${host}:${port}: ${reasons[code] ?? code}. Set PORT or HOST to another value.`,
    );
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
