import { type Command, Option } from "commander";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { apiUrl, parseLimit, withJson } from "./options.ts";

export function defineSearchCommand(program: Command): void {
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
    .addOption(new Option("--limit <count>", "number of items, 1 to 100").argParser(parseLimit).default(20));
}
