import { Argument, type Command, Option } from "commander";
import { apiUrl, withApi, withJson, withWait } from "./options.ts";

export function definePluginCommands(program: Command): void {
  const plugin = program
    .command("plugin")
    .helpCommand(false)
    .description("create, validate, build and publish plugins");

  withJson(plugin.command("create"))
    .description("create a plugin project")
    .argument("<name>", "plugin name, such as offline-sync")
    .addOption(new Option("--type <type>", "plugin type").choices(["app", "system"]))
    .addOption(apiUrl("address for the JSON schema"));

  withPacking(withApi(plugin.command("validate")))
    .description("run all publishing checks locally; with --api-url or --token also on the platform")
    .argument("[folder]", "plugin folder", ".");

  withPacking(withJson(plugin.command("build")))
    .description("build a reproducible .tar.gz archive")
    .argument("[folder]", "plugin folder", ".");

  withPacking(withWait(withApi(plugin.command("publish"))))
    .description("build, upload and submit a plugin for review")
    .addArgument(folder())
    .addOption(new Option("--dry-run", "run all checks without publishing").conflicts("wait"));
}

const folder = () => new Argument("[folder]", "plugin folder").default(".", "the current one");

const withPacking = (command: Command) =>
  command.option("--allow-secrets", "include files that look like secrets");
