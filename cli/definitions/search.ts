import { Option } from "commander";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import type { CommandDefinition } from "./command.ts";
import { apiUrl, parseLimit, withJson } from "./options.ts";

export const defineSearchCommand: CommandDefinition = (program, load) => {
  withJson(program.command("search"))
    .description("search the marketplace; needs no token")
    .argument("[words...]", "words in the name, slug, description or keywords")
    .addOption(apiUrl("address of the platform"))
    .addOption(new Option("--type <type>", "item type").choices(Object.values(LISTING_TYPE_SEGMENTS)))
    .addOption(
      new Option("--category <category>", "category (repeatable)").argParser(
        (text: string, previous: string[] = []) => [...previous, text],
      ),
    )
    .option("--publisher <slug>", "slug of the publisher")
    .addOption(new Option("--sort <order>", "order").choices(["relevance", "latest", "name", "downloads"]))
    .addOption(new Option("--limit <count>", "number of items, 1 to 100").argParser(parseLimit).default(20))
    .action(load(() => import("../commands/search.ts")));
};
