import type { PluginManifest } from "../../../server/archives/manifest.ts";
import { interrupted, wrongUsage } from "../../failure.ts";
import type { Session } from "../../session.ts";

/** Asks on a terminal; elsewhere nobody could answer. */
export async function choosePluginType({ stdin, stderr, env }: Session): Promise<PluginManifest["type"]> {
  if (!stdin.isTTY || !stderr.isTTY || env["CI"]) {
    throw wrongUsage(
      "The type of the plugin is missing.",
      "Add --type app for apps, or --type system for the platform.",
    );
  }
  const { isCancel, select } = await import("@clack/prompts");
  const chosen = await select<PluginManifest["type"]>({
    message: "What is the plugin for?",
    options: [
      { value: "app", label: "Apps", hint: "runs in the apps that are built with it" },
      { value: "system", label: "The platform", hint: "runs beside builds and the marketplace" },
    ],
    input: stdin,
    output: stderr,
  });
  if (!isCancel(chosen)) return chosen;
  throw interrupted("Nothing was made.", "Run the command again, perhaps with --type app or --type system.");
}
