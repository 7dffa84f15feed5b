import { expect, test } from "vitest";
import { commandGroups, manifestFields } from "@/app/(site)/docs/cli/_content/commands.ts";
import { readUsages } from "@/app/(site)/docs/cli/_content/usage.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";
import { runCli } from "./run-cli.ts";

const commands = commandGroups.flatMap((group) => group.commands);
const usages = readUsages();

test("the docs describe every command", () => {
  expect(commands.map(({ name }) => name).sort()).toEqual([...usages.keys()].sort());
});

test.each([...usages])("the docs list exactly the options of cli %s", async (name, { fields }) => {
  const { stdout } = await runCli([...name.split(" "), "--help"]);
  const inHelp = [...stdout.matchAll(/^ {2}((?:-\w, )?--[\w-]+(?: <\w+>)?) /gm)].map(([, flags]) => flags);
  const options = fields.map((field) => field.name).filter((flags) => flags.startsWith("-"));
  expect(options.sort()).toEqual(inHelp.filter((flags) => flags !== "-h, --help").sort());
});

test("the docs list every field of the manifest", () => {
  const fields = Object.keys(PluginManifest.shape).filter((field) => field !== "$schema");
  expect(manifestFields.map(({ name }) => name)).toEqual(fields);
});
