interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  title?: string | null;
  identifier?: string;
  align?: unknown[];
  children?: MarkdownNode[];
  data?: { hName: string };
}

/** Bounds of what one text produces. A person's changelog of 20,000 characters stays well below. */
const MAX_NODES = 3_000;
const MAX_OUTPUT_LENGTH = 60_000;

export const UNFORMATTED_NOTE = "Shown without formatting: too complex to format.";

/**
 * Remark plugin that bounds the output by replacing the tree with its source as plain text. It runs before tables are
 * padded (columns × rows) and before references copy the target of their definition: two ways in which a short text
 * produces a long page.
 */
export function limitOutput({ source }: { source: string }): (tree: unknown) => void {
  return (tree) => {
    const root = tree as MarkdownNode;
    const { nodes, length } = measureOutput(root);
    if (nodes <= MAX_NODES && length <= MAX_OUTPUT_LENGTH) return;
    root.children = [
      { type: "paragraph", children: [{ type: "text", value: UNFORMATTED_NOTE }] },
      { type: "paragraph", data: { hName: "div" }, children: [{ type: "text", value: source }] },
    ];
  };
}

/** Elements and characters that a tree produces, padded cells and copied link targets included. */
export function measureOutput(root: MarkdownNode): { nodes: number; length: number } {
  const targets = new Map<string, number>();
  visit(root, (node) => {
    if (node.type === "definition" && node.identifier !== undefined) {
      targets.set(node.identifier.toLowerCase(), targetLength(node));
    }
  });
  let nodes = 0;
  let length = 0;
  visit(root, (node) => {
    nodes += 1;
    if (node.type === "table") nodes += (node.align?.length ?? 0) * (node.children?.length ?? 0);
    length += (node.value?.length ?? 0) + targetLength(node);
    if (node.type === "linkReference" || node.type === "imageReference") {
      length += targets.get(node.identifier?.toLowerCase() ?? "") ?? 0;
    }
  });
  return { nodes, length };
}

const targetLength = ({ url, title }: MarkdownNode): number => (url?.length ?? 0) + (title?.length ?? 0);

function visit(root: MarkdownNode, read: (node: MarkdownNode) => void): void {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    read(node);
    for (const child of node.children ?? []) open.push(child);
  }
}
