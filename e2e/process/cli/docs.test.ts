import { expect, test } from "vitest";
import { commandGroups, manifestFields } from "@/app/(site)/docs/cli/_content/commands.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";
import { runCli } from "./run-cli.ts";

const commands = commandGroups.flatMap((group) => group.commands);

test.each(commands)("the docs list exactly the options of cli $name", async ({ name, options }) => {
  const { stdout } = await runCli([...name.split(" "), "--help"]);
  const inHelp = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+(?: <\w+>)?) /gm)].map(([, flags]) => flags);
  expect(options.map((option) => option.name).sort()).toEqual(
    inHelp.filter((flags) => flags !== "--help").sort(),
  );
});

test("the docs list every command", async () => {
  const groups = ["plugin", "apps", "builds", "listing", "installations"];
  const helps = await Promise.all(groups.map((group) => runCli([group, "--help"])));
  const inHelp = helps.flatMap(({ stdout }, index) =>
    [...(stdout.split("Commands:")[1] ?? "").matchAll(/^ {2}(\w+)/gm)].map(
      ([, name]) => `${groups[index]} ${name}`,
    ),
  );
  expect(commands.map(({ name }) => name).sort()).toEqual(
    [...inHelp, "whoami", "search", "completion", "install", "uninstall"].sort(),
  );
});

test("the docs list every field of the manifest", () => {
  const fields = Object.keys(PluginManifest.shape).filter((field) => field !== "$schema");
  expect(manifestFields.map(({ name }) => name)).toEqual(fields);
});
