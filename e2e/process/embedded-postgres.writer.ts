import { openDatabase } from "@/db/client.ts";

export interface Writer {
  /** Number of acknowledged rows so far. */
  count(): number;
  /** Stops writing and returns the acknowledged ids. */
  stop(): Promise<number[]>;
}

/** Inserts rows on four connections of the product's pool through all failures, and records the acknowledged ones. */
export async function startWriter(url: string): Promise<Writer> {
  const { systemDb, close } = openDatabase(url, 4);
  const { sql } = systemDb;
  await sql`create table written (id int primary key)`;
  const acknowledged: number[] = [];
  let next = 0;
  let isStopping = false;

  async function write(): Promise<void> {
    while (!isStopping) {
      const id = next++;
      try {
        await sql`insert into written values (${id})`;
        acknowledged.push(id);
      } catch {
        // Not acknowledged: the row may exist or not.
      }
    }
  }

  const writing = Promise.all(Array.from({ length: 4 }, write));
  return {
    count: () => acknowledged.length,
    async stop() {
      isStopping = true;
      await writing;
      await close();
      return acknowledged;
    },
  };
}
