import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Command with the words that may follow it: subcommands and options. */
interface CompletedCommand {
  /** Such as `plugin create`; empty for the program itself. */
  path: string;
  words: string[];
}

/** All commands of a program, the program itself first. */
export function listCommands(command: Command, path = ""): CompletedCommand[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...command.commands.map((each) => each.name()), ...options, "--help"];
  const nested = command.commands.flatMap((each) => listCommands(each, `${path} ${each.name()}`.trim()));
  return [{ path, words }, ...nested];
}

/** Completion script of a shell. It names no files and runs no program. */
export function renderCompletion(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash: renderBash, zsh: renderZsh, fish: renderFish }[shell](commands);
}

/** Alternatives of a `case`: a command's path and the words that follow it. */
const cases = (commands: readonly CompletedCommand[]) =>
  commands.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`).join("\n");

const paths = (commands: readonly CompletedCommand[]) =>
  commands
    .filter(({ path }) => path !== "")
    .map(({ path }) => `"${path}"`)
    .join("|");

const renderBash = (
  commands: readonly CompletedCommand[],
) => `# Completion of cli for bash: source <(cli completion bash)
_cli_completion() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths(commands)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _cli_completion cli`;

const renderZsh = (commands: readonly CompletedCommand[]) => `#compdef cli
# Completion of cli for zsh: source <(cli completion zsh)
_cli() {
  local subcommand="" candidates="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${subcommand:+$subcommand }$word" in
      ${paths(commands)}) subcommand="\${subcommand:+$subcommand }$word" ;;
    esac
  done
  case "$subcommand" in
${cases(commands).replaceAll("words=", "candidates=")}
  esac
  compadd -- \${=candidates}
}
compdef _cli cli`;

const renderFish = (
  commands: readonly CompletedCommand[],
) => `# Completion of cli for fish: cli completion fish | source
function __cli_words
  set -l path
  for word in (commandline -opc)[2..]
    switch (string join " " $path $word)
      case ${paths(commands).replaceAll("|", " ")}
        set -a path $word
    end
  end
  switch (string join " " $path)
${commands.map(({ path, words }) => `    case "${path}"\n      string split " " "${words.join(" ")}"`).join("\n")}
  end
end
complete -c cli -f -a "(__cli_words)"`;
