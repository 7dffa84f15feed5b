/** Block of text: whole lines of a file, or a part of a long line. */
export interface Block {
  text: string;
  /** Number of its first line, from 1. */
  line: number;
  /** Overlap: number of leading characters repeated from the previous block, in which the line was split. */
  overlap: number;
  /** The last line continues in the next block. */
  continues: boolean;
}

export interface BlockReader {
  write: (bytes: Uint8Array) => void;
  end: () => void;
}

const BLOCK_CHARS = 16_384;
/** Overlap of the parts of a split line. No pattern matches as many characters. */
export const OVERLAP_CHARS = 257;

/** Splits the bytes of a file into blocks of text of bounded length, at line ends if possible. */
export function createBlockReader(onBlock: (block: Block) => void): BlockReader {
  const decoder = new TextDecoder();
  let line = 1;
  let buffer = "";
  let overlap = 0;
  const emit = (length: number, continues: boolean) => {
    const text = buffer.slice(0, length);
    onBlock({ text, line, overlap, continues });
    if (!continues) line += countLines(text);
    buffer = buffer.slice(continues ? length - OVERLAP_CHARS : length);
    overlap = continues ? OVERLAP_CHARS : 0;
  };
  const append = (text: string) => {
    buffer += text;
    while (buffer.length >= BLOCK_CHARS) {
      const end = buffer.lastIndexOf("\n", BLOCK_CHARS - 1);
      emit(end < 0 ? BLOCK_CHARS : end + 1, end < 0);
    }
  };
  return {
    write: (bytes) => append(decoder.decode(bytes, { stream: true })),
    end: () => {
      append(decoder.decode());
      if (buffer.length > overlap || overlap > 0) emit(buffer.length, false);
    },
  };
}

export const lineAt = ({ text, line }: Block, index: number): number => line + countLines(text, index);

const CONTEXT_CHARS = 80;

/** Text around an index in a block, within its line. */
export function excerptAt({ text }: Block, index: number): string {
  const end = text.indexOf("\n", index);
  const start = Math.max(lineStart(text, index), index - CONTEXT_CHARS);
  return text.slice(start, Math.min(end < 0 ? text.length : end, index + 2 * CONTEXT_CHARS)).trim();
}

/** Text from an index to the end of its line, of bounded length. */
export function restOfLine({ text }: Block, index: number): string {
  const end = text.indexOf("\n", index);
  return text.slice(index, Math.min(end < 0 ? text.length : end, index + 2 * CONTEXT_CHARS));
}

/** Index at which the line of an index begins. */
export const lineStart = (text: string, index: number): number =>
  index === 0 ? 0 : text.lastIndexOf("\n", index - 1) + 1;

function countLines(text: string, end = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
