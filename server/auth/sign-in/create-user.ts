import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { namedAs } from "@/shared/name-skeleton.ts";

/** The one insert of a user, whichever way the account comes about. */
export async function createUser(
  tx: Transaction,
  { name, ...user }: Omit<typeof users.$inferInsert, "nameSkeleton">,
): Promise<void> {
  await tx.insert(users).values({ ...user, ...namedAs(name) });
}
