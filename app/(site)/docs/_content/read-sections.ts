import { isValidElement, type JSXElementConstructor, type ReactNode } from "react";

export interface DocSection {
  /** Anchor on its page; empty for the text before the first section. */
  id: string;
  title: string;
  /** Level of its heading, from 1; 0 without one. */
  level: number;
  text: string;
}

type Props = { id?: string; children?: ReactNode } & Record<string, unknown>;
type Component = JSXElementConstructor<Props> & { $$typeof?: symbol };

/** Elements that don't separate words. */
const INLINE = new Set(["a", "abbr", "code", "em", "kbd", "span", "strong", "wbr"]);
/** Elements whose content is no text of the page. */
const SKIPPED = new Set(["nav", "summary", "button", "svg", "search"]);
const HEADING = /^h[1-6]$/;
const CLIENT_REFERENCE = Symbol.for("react.client.reference");

/**
 * Sections of a page of server components: each element with an id, its heading (or term of a list) and its text. The
 * components are evaluated; of client components, only the children are read.
 */
export function readSections(page: ReactNode): DocSection[] {
  const sections: DocSection[] = [];
  const open = (id: string): DocSection => {
    const section = { id, title: "", level: 0, text: "" };
    sections.push(section);
    return section;
  };

  function read(node: ReactNode, section: DocSection): void {
    if (typeof node === "string" || typeof node === "number") {
      section.text += node;
    } else if (Array.isArray(node)) {
      for (const child of node) read(child, section);
    } else if (isValidElement<Props>(node)) {
      readElement(node.type, node.props, section);
    }
  }

  function readElement(type: string | JSXElementConstructor<never>, props: Props, section: DocSection): void {
    if (typeof type !== "string") {
      read(evaluate(type as Component, props), section);
      return;
    }
    if (SKIPPED.has(type) || props["data-anchor"] !== undefined) return;
    const current = props.id ? open(props.id) : section;
    if (isTitle(type, current)) {
      current.title = readText(props.children);
      current.level = HEADING.test(type) ? Number(type.slice(1)) : 0;
      return;
    }
    const space = INLINE.has(type) ? "" : " ";
    current.text += space;
    read(props.children, current);
    current.text += space;
  }

  read(page, open(""));
  return sections.map((section) => ({ ...section, text: collapse(section.text) }));
}

/** Text of a node, without its sections. */
export const readText = (node: ReactNode): string =>
  typeof node === "string"
    ? node
    : collapse(
        readSections(node)
          .map(({ text }) => text)
          .join(" "),
      );

const isTitle = (type: string, { title, id }: DocSection): boolean =>
  title === "" && (HEADING.test(type) || (type === "dt" && id !== ""));

function evaluate(type: Component, props: Props): ReactNode {
  // Fragments and other special types are symbols or objects.
  if (typeof type !== "function" || type.$$typeof === CLIENT_REFERENCE) return props.children;
  return (type as (props: Props) => ReactNode)(props);
}

const collapse = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
