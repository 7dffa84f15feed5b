import { openPools } from "../../pools.ts";

// Connects at the first query, so that a build without a database only makes the object.
export const pools = openPools(process.env.DATABASE_URL ?? "postgres://127.0.0.1/none");
