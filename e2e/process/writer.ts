import postgres from "postgres";

export interface Writer {
  /** Rows acknowledged so far. */
  count(): number;
  /** Ends the writing and returns what was acknowledged. */
  stop(): Promise<number[]>;
}

/** Inserts rows one after the other on four connections, through every failure, and keeps what was acknowledged. */
export async function startWriter(url: string): Promise<Writer> {
  const sql = postgres(url, { max: 4, backoff: () => 0.05, onnotice: () => {} });
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
        // Not acknowledged: it may be there or not.
      }
    }
  }

  const writing = Promise.all(Array.from({ length: 4 }, write));
  return {
    count: () => acknowledged.length,
    async stop() {
      isStopping = true;
      await writing;
      await sql.end({ timeout: 1 });
      return acknowledged;
    },
  };
}
