import { type Command, Option } from "commander";
import { BUILD_STATUSES, PLATFORMS } from "@/shared/vocabulary.ts";
import { parseChoice, parseLimit, repeatable, timeout, withApi, withTimedWait } from "./options.ts";

export function defineBuildCommands(program: Command): void {
  const builds = program
    .command("builds")
    .helpCommand(false)
    .description("create, follow, cancel and retry builds");

  withApi(builds.command("list"))
    .description("list builds of an app, newest first")
    .requiredOption("--app <app>", "app, by slug or ID")
    .addOption(repeatable("--status <status>", BUILD_STATUSES))
    .addOption(repeatable("--platform <platform>", PLATFORMS))
    .addOption(new Option("--limit <count>", "number of builds, 1 to 100").argParser(parseLimit).default(20));

  withBuildWait(withApi(builds.command("create")))
    .description("queue a build of an app")
    .requiredOption("--app <app>", "app, by slug or ID")
    .addOption(
      new Option("--platform <platform>", `platform: ${PLATFORMS.join(", ")}`)
        .argParser((text: string) => parseChoice(text, PLATFORMS))
        .makeOptionMandatory(),
    )
    .requiredOption("--app-version <version>", "version of the app, 1 to 64 characters")
    .option("--git-ref <ref>", "branch, tag or commit to build")
    .option("--git-commit <sha>", "commit of the ref, 7 to 64 hexadecimal digits")
    .option("--commit-message <text>", "message of the commit; only its first line is stored");

  withApi(builds.command("logs"))
    .description("print the log of a build")
    .argument("<buildId>")
    .option("-f, --follow", "keep printing until the build ends");

  withApi(builds.command("cancel")).description("cancel a queued or running build").argument("<buildId>");

  withBuildWait(withApi(builds.command("retry")))
    .description("queue a failed build again")
    .argument("<buildId>");

  withApi(builds.command("watch"))
    .description("watch a build until it ends")
    .argument("<buildId>")
    .addOption(timeout("maximum time"));
}

const withBuildWait = (command: Command) =>
  withTimedWait(command, "wait until the build ends", timeout("maximum wait"));
