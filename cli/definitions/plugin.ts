import { type Command, Option } from "commander";
import type { CommandDefinition } from "./command.ts";
import { apiUrl, withApi, withJson, withWait } from "./options.ts";

export const definePluginCommands: CommandDefinition = (program, load) => {
  const plugin = program
    .command("plugin")
    .helpCommand(false)
    .description("create, validate, build and publish plugins");

  withJson(plugin.command("create"))
    .description("create a plugin project")
    .argument("<name>", "plugin name, such as offline-sync")
    .addOption(new Option("--type <type>", "plugin type").choices(["app", "system"]))
    .addOption(apiUrl("address for the JSON schema"))
    .action(load(() => import("../commands/plugin/create.ts")));

  withPacking(withApi(plugin.command("validate")))
    .description("run all publishing checks locally; with --api-url or --token also on the platform")
    .argument("[folder]", "plugin folder", ".")
    .action(load(() => import("../commands/plugin/validate.ts")));

  withPacking(withJson(plugin.command("build")))
    .description("build a reproducible .tar.gz archive")
    .argument("[folder]", "plugin folder", ".")
    .action(load(() => import("../commands/plugin/build.ts")));

  withPacking(withWait(withApi(plugin.command("publish"))))
    .description("build, upload and submit a plugin for review")
    .argument("[folder]", "plugin folder", ".")
    .addOption(new Option("--dry-run", "run all checks without publishing").conflicts("wait"))
    .action(load(() => import("../commands/plugin/publish.ts")));
};

const withPacking = (command: Command) =>
  command.option("--allow-secrets", "include files that look like secrets");
