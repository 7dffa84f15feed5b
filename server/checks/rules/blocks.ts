/** Some lines of a file, or a piece of a line that is very long. */
export interface Block {
  text: string;
  /** The number of its first line, from 1. */
  line: number;
  /** How many characters at the start were at the end of the block before, since one line was cut in two. */
  carried: number;
  /** Whether its last line goes on. */
  continues: boolean;
}

export interface Blocks {
  write: (bytes: Uint8Array) => void;
  end: () => void;
}

const BLOCK_CHARS = 16_384;
/** What of a line that was cut is seen again: no pattern matches more than one character less. */
export const CARRIED_CHARS = 257;

/** Takes the bytes of a file and gives its text in blocks of bounded length, whole lines wherever lines end at all. */
export function openBlocks(onBlock: (block: Block) => void): Blocks {
  const decoder = new TextDecoder();
  let line = 1;
  let held = "";
  let carried = 0;
  const give = (length: number, continues: boolean) => {
    const text = held.slice(0, length);
    onBlock({ text, line, carried, continues });
    if (!continues) line += countLines(text);
    held = held.slice(continues ? length - CARRIED_CHARS : length);
    carried = continues ? CARRIED_CHARS : 0;
  };
  const take = (text: string) => {
    held += text;
    while (held.length >= BLOCK_CHARS) {
      const end = held.lastIndexOf("\n", BLOCK_CHARS - 1);
      give(end < 0 ? BLOCK_CHARS : end + 1, end < 0);
    }
  };
  return {
    write: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      take(decoder.decode());
      if (held.length > carried || carried > 0) give(held.length, false);
    },
  };
}

/** The line on which a place in a block is. */
export const lineAt = ({ text, line }: Block, index: number): number => line + countLines(text, index);

const AROUND_CHARS = 80;

/** What stands around a place in a block, no further than its line goes. */
export function around({ text }: Block, index: number): string {
  const end = text.indexOf("\n", index);
  const start = Math.max(lineStart(text, index), index - AROUND_CHARS);
  return text.slice(start, Math.min(end < 0 ? text.length : end, index + 2 * AROUND_CHARS)).trim();
}

/** Where the line begins that a place is on. */
export const lineStart = (text: string, index: number): number =>
  index === 0 ? 0 : text.lastIndexOf("\n", index - 1) + 1;

function countLines(text: string, end = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
