import "./code-colors.css";
import { formatNumber } from "@/app/_ui/format.ts";
import classes from "./code.module.css";
import type { Piece } from "./diff-lines";
import { Revealed } from "./revealed";
import { splitRuns, type Token } from "./text-runs";

type CodeLineProps = {
  pieces: readonly Piece[];
  tokens?: readonly Token[] | undefined;
  /** Element for changed pieces. */
  mark?: "del" | "ins";
};

/** Line of code with syntax colors, diff marks and revealed hidden characters. */
export function CodeLine({ pieces, tokens, mark: Mark }: CodeLineProps) {
  const { runs, left } = splitRuns(pieces, tokens);
  return (
    <>
      {runs.map(({ text, isChanged, kind }, index) => {
        const Tag = Mark && isChanged ? Mark : "span";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their place
          <Tag key={index} data-token={kind}>
            <Revealed text={text} />
          </Tag>
        );
      })}
      {left > 0 && <span className={classes.left}> … {formatNumber(left)} more characters</span>}
    </>
  );
}
