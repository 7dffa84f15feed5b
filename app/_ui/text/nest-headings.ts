/** As much of a tree of HTML as headings are found by. */
interface Node {
  tagName?: string;
  children?: Node[];
}

const LOWEST = 6;

/**
 * A rehype plugin that gives headings the levels of their nesting, from `topLevel` down and without gaps, whatever
 * levels the author began with and left out.
 */
export function nestHeadings({ topLevel }: { topLevel: number }): (tree: unknown) => void {
  return (tree) => {
    const open: number[] = [];
    for (const heading of findHeadings(tree as Node)) {
      const level = levelOf(heading);
      while ((open.at(-1) ?? 0) >= level) open.pop();
      heading.tagName = `h${Math.min(LOWEST, topLevel + open.length)}`;
      open.push(level);
    }
  };
}

function findHeadings(node: Node): Node[] {
  return levelOf(node) > 0 ? [node] : (node.children ?? []).flatMap(findHeadings);
}

const levelOf = ({ tagName = "" }: Node): number => (/^h[1-6]$/.test(tagName) ? Number(tagName[1]) : 0);
