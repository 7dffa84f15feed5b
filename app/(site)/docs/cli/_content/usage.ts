import { Command, type Option } from "commander";
import type { FieldRule } from "@/app/(site)/docs/_components/field-list.tsx";
import { defineCommands, listRunnable } from "@/cli/definitions/commands.ts";

/** Usage of a command, as the program defines it. */
export interface CommandUsage {
  usage: string;
  fields: FieldRule[];
}

/** Usages by the names of the commands. */
export function readUsages(): Map<string, CommandUsage> {
  const program = new Command("cli");
  defineCommands(program);
  return new Map(listRunnable(program).map(({ path, command }) => [path, toUsage(path, command)]));
}

function toUsage(path: string, { registeredArguments, options }: Command): CommandUsage {
  const args = registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return { name: argument.required ? `<${name}>` : `[${name}]`, argument };
  });
  const mandatory = options.filter((option) => option.mandatory);
  return {
    usage: ["cli", path, ...args.map(({ name }) => name), ...mandatory.map(({ flags }) => flags)].join(" "),
    fields: [
      ...args
        .filter(({ argument }) => argument.description !== "")
        .map(({ name, argument }) => ({ name, isRequired: argument.required, rule: toSentence(argument) })),
      ...options
        .toSorted((one, other) => Number(isCommon(one)) - Number(isCommon(other)))
        .map((option) => ({ name: option.flags, isRequired: option.mandatory, rule: toSentence(option) })),
    ],
  };
}

/** Options of almost every command come last. */
const isCommon = ({ long }: Option): boolean =>
  long === "--api-url" || long === "--token" || long === "--json";

interface Described {
  description: string;
  argChoices?: readonly string[] | undefined;
  defaultValue?: unknown;
  defaultValueDescription?: string | undefined;
}

/** "Number of builds, 1 to 100. Default: 20." */
function toSentence({ description, argChoices, defaultValue, defaultValueDescription }: Described): string {
  const choices = argChoices ? `: ${argChoices.join(", ")}` : "";
  const fallback = defaultValueDescription ?? defaultValue;
  const sentence = `${description.charAt(0).toUpperCase()}${description.slice(1)}${choices}.`;
  return fallback === undefined ? sentence : `${sentence} Default: ${fallback}.`;
}
