import { type Block, excerptAt, lineAt, lineStart, restOfLine } from "./blocks.ts";
import type { Collector } from "./finding.ts";
import { createMatcher, type Format } from "./matcher.ts";

const CODE_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|html?)$/i;

export const isCode = (path: string): boolean => CODE_FILE.test(path);

/** Code that is evaluated, loaded by a computed name, or run outside of what is reviewed. */
export const DYNAMIC_CODE: readonly Format<string>[] = [
  {
    what: "evaluates a string as code",
    starts: ["eval"],
    pattern: /eval(?:\s{0,4}(?:\)\s{0,4})?\(|["'`]\s{0,4}\])/y,
  },
  { what: "creates a function from a string", starts: ["Function"], pattern: /Function\s{0,4}\(/y },
  {
    what: "evaluates a string as code after a delay",
    starts: ["setTimeout", "setInterval"],
    pattern: /set(?:Timeout|Interval)\s{0,4}\(\s{0,4}["'`]/y,
  },
  {
    what: "imports a module by a computed name",
    starts: ["import"],
    pattern: /import\s{0,4}\(\s{0,4}(?:[A-Za-z_$(]|`[^`$]{0,160}\$\{)/y,
  },
  {
    what: "requires a module by a computed name",
    starts: ["require"],
    pattern: /require\s{0,4}\(\s{0,4}(?:[A-Za-z_$(]|`[^`$]{0,160}\$\{)/y,
  },
  { what: "loads scripts at run time", starts: ["importScripts"], pattern: /importScripts\s{0,4}\(/y },
  {
    what: "runs WebAssembly",
    starts: ["WebAssembly"],
    pattern: /WebAssembly\s{0,2}\.\s{0,2}(?:compile|instantiate|Module)/y,
  },
  {
    what: "can run code in another context",
    starts: ["vm", "node:vm"],
    pattern: /(?:node:)?vm["'`](?:\s{0,4}[);]|[ \t]{0,4}[\r\n]|$)/y,
  },
  {
    what: "can start other programs",
    starts: ["child_process", "node:child_process"],
    pattern: /(?:node:)?child_process["'`]/y,
  },
];

const HOST: readonly Format<"host">[] = [
  { what: "host", starts: ["://"], isWithin: true, pattern: /:\/\/[A-Za-z0-9.[\]:@_-]{1,250}/y },
];

/** Hosts of namespaces and examples, which are not contacted. */
const IGNORED_HOST =
  /(?:^|\.)(?:w3\.org|json-schema\.org|schema\.org|schemastore\.org|example\.(?:com|org|net)|example|test|invalid)$/;
const NETWORK_SCHEME = /(?:https?|wss?|ftp)$/i;
/** Text before a host that is mentioned in a comment. */
const COMMENT = /^\s{0,100}(?:\/\/|\/?\*|#|<!--)|\s\/\/|\/\*/;

const OBFUSCATED: readonly Format<"name">[] = [
  { what: "name", starts: ["_0x"], pattern: /_0x[0-9a-f]{4,6}(?![0-9a-z])/y },
];
const MIN_OBFUSCATED_NAMES = 20;
/** Per file. */
const MAX_HOSTS = 200;
const MINIFIED_LINE_CHARS = 5_000;
/** Mean line length above which code counts as minified. */
const MINIFIED_MEAN_CHARS = 250;
const MIN_MEASURED_CHARS = 2_000;

export interface CodeSearch {
  search: (block: Block) => void;
  end: () => void;
}

/** Search of a code file for dynamic code, hosts and unreadable code. */
export function openCodeSearch(path: string, collector: Collector): CodeSearch {
  const measure = createLineMeasure();
  const hosts = new Set<string>();
  let obfuscated = { count: 0, line: 1 };

  const reportDynamicCode = (block: Block) => {
    for (const { what, index } of findDynamicCode(block)) {
      if (collector.isFull("dynamic-code")) {
        collector.skip();
        continue;
      }
      const excerpt = excerptAt(block, index);
      const key = `${what} ${excerpt.replaceAll(/\s+/g, " ")}`;
      const content = restOfLine(block, index)
        .replaceAll(/[\s;,]/g, "")
        .replaceAll(/['`]/g, '"');
      collector.add("dynamic-code", {
        path,
        line: lineAt(block, index),
        message: what,
        excerpt,
        key,
        content,
      });
    }
  };
  const reportHosts = (block: Block) => {
    const { text } = block;
    for (const { text: address, index } of findHostNames(block)) {
      if (hosts.has(address) || hosts.size >= MAX_HOSTS) continue;
      if (!NETWORK_SCHEME.test(text.slice(Math.max(0, index - 5), index))) continue;
      if (COMMENT.test(text.slice(Math.max(lineStart(text, index), index - 200), index))) continue;
      hosts.add(address);
      const host = parseHost(address.slice(3));
      if (host === "" || IGNORED_HOST.test(host)) continue;
      collector.addOnce("network-host", {
        path,
        line: lineAt(block, index),
        message: `connects to ${host}`,
        excerpt: excerptAt(block, index),
        key: host,
        ignoresPath: true,
      });
    }
  };
  const countObfuscated = (block: Block) => {
    if (obfuscated.count >= MIN_OBFUSCATED_NAMES) return;
    for (const { index } of findObfuscated(block)) {
      obfuscated = {
        count: obfuscated.count + 1,
        line: obfuscated.count ? obfuscated.line : lineAt(block, index),
      };
      if (obfuscated.count >= MIN_OBFUSCATED_NAMES) return;
    }
  };
  return {
    search: (block) => {
      measure.add(block);
      reportDynamicCode(block);
      reportHosts(block);
      countObfuscated(block);
    },
    end: () => {
      const isObfuscated = obfuscated.count >= MIN_OBFUSCATED_NAMES;
      const message = isObfuscated ? "contains many obfuscated names" : measure.problem();
      if (!message) return;
      const line = isObfuscated ? obfuscated.line : measure.longestLine();
      collector.add("unreadable-code", { path, line, message, key: "unreadable" });
    },
  };
}

/** Line statistics of a file. */
function createLineMeasure() {
  let chars = 0;
  let lines = 0;
  let open = 0;
  let longest = { chars: 0, line: 1 };
  return {
    add: ({ text, line, overlap, continues }: Block) => {
      chars += text.length - overlap;
      let number = line;
      let at = overlap;
      for (let end = text.indexOf("\n", at); end >= 0; end = text.indexOf("\n", at)) {
        open += end - at;
        if (open > longest.chars) longest = { chars: open, line: number };
        open = 0;
        number += 1;
        at = end + 1;
      }
      open += text.length - at;
      if (open > longest.chars) longest = { chars: open, line: number };
      lines += number - line;
      if (!continues) open = 0;
    },
    longestLine: () => longest.line,
    problem: () => {
      if (longest.chars >= MINIFIED_LINE_CHARS) return `has a line of ${longest.chars} characters`;
      const isLong = chars >= MIN_MEASURED_CHARS && chars / Math.max(1, lines) > MINIFIED_MEAN_CHARS;
      return isLong ? "has very long lines" : null;
    },
  };
}

const findDynamicCode = createMatcher(DYNAMIC_CODE);
const findHostNames = createMatcher(HOST);
const findObfuscated = createMatcher(OBFUSCATED);

/** Host of an authority, without user, port and trailing dot. */
function parseHost(authority: string): string {
  const host = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  const bare = host.startsWith("[") ? host.slice(0, host.indexOf("]") + 1) : (host.split(":", 1)[0] ?? "");
  return bare.replace(/\.$/, "");
}
