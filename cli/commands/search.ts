import { createApiClient } from "../api/client.ts";
import type { ConnectionOptions } from "../api/connection.ts";
import type { CommandContext } from "../context/context.ts";
import type { SearchOutput } from "../output/schemas.ts";

interface SearchOptions extends Pick<ConnectionOptions, "apiUrl"> {
  type?: string;
  category?: string[];
  publisher?: string;
  sort?: string;
  limit: number;
}

/** `cli search`: items of the marketplace. Sends no token. */
export async function run(context: CommandContext, words: string[], options: SearchOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options, { isPublic: true });
  const { type, category = [], publisher, sort, limit } = options;
  const query = new URLSearchParams({
    q: words.join(" "),
    limit: String(limit),
    ...(type && { type }),
    ...(publisher && { publisher }),
    ...(sort && { sort }),
  });
  for (const one of category) query.append("category", one);
  const { items } = await api.get<SearchOutput>(`/api/marketplace/items?${query}`);
  reporter.printJson({ items } satisfies SearchOutput);
  if (items.length === 0) return reporter.info("No items match.");
  const rows = items.map((item) => [
    item.name,
    `${item.type}/${item.slug}`,
    item.version,
    item.publisher.name,
    reporter.out.dim(item.summary),
  ]);
  reporter.printTable(COLUMNS, rows);
}

const COLUMNS = [
  { title: "Name" },
  { title: "Item" },
  { title: "Version" },
  { title: "Publisher", isOptional: true },
  { title: "Summary", isOptional: true },
];
