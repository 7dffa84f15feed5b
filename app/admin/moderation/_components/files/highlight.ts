import type { GrammarState, HighlighterCore, LanguageInput } from "shiki/core";
import type { Token, TokenKind } from "../diff/text-runs";

/** Longer texts, in characters, get no highlighting: it would block the page. */
const MAX_HIGHLIGHTED_LENGTH = 150_000;
/** Longer lines get none: the time of a line grows with the square of its length. */
const MAX_LINE_LENGTH = 500;
/** Characters that are tokenized without a pause, in which the page reacts to input. */
const CHUNK_LENGTH = 4_000;
/** Time for all lines of a text; the lines after it are plain. */
const MAX_TOKENIZATION_MS = 5_000;
/** Time for one line; the rest of a line after it is plain. */
const MAX_LINE_TOKENIZATION_MS = 20;

/** Grammars of the languages of plugins, loaded on demand. */
const LANGUAGES: Record<string, () => LanguageInput> = {
  javascript: () => import("shiki/langs/javascript.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
  shellscript: () => import("shiki/langs/shellscript.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  java: () => import("shiki/langs/java.mjs"),
};

const LANGUAGE_BY_EXTENSION: Record<string, string> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  jsx: "jsx",
  tsx: "tsx",
  json: "json",
  css: "css",
  html: "html",
  htm: "html",
  svg: "xml",
  xml: "xml",
  plist: "xml",
  md: "markdown",
  yml: "yaml",
  yaml: "yaml",
  sh: "shellscript",
  bash: "shellscript",
  py: "python",
  swift: "swift",
  kt: "kotlin",
  java: "java",
};

/** Language of a file by its extension; null without a grammar and for texts beyond the limit. */
export function findLanguage(path: string, text: string): string | null {
  const ending = path.split(".").at(-1)?.toLowerCase() ?? "";
  return text.length <= MAX_HIGHLIGHTED_LENGTH ? (LANGUAGE_BY_EXTENSION[ending] ?? null) : null;
}

/**
 * Syntax tokens by line, up to `MAX_TOKENIZATION_MS`. They carry no markup: the page renders text and colors it by token
 * kind.
 */
export async function tokenize(text: string, language: string): Promise<Token[][]> {
  const highlighter = await loadHighlighter();
  const load = LANGUAGES[language];
  if (load) await highlighter.loadLanguage(load());
  const result: Token[][] = [];
  const endsAt = performance.now() + MAX_TOKENIZATION_MS;
  let state: GrammarState | undefined;
  for (const chunk of splitChunks(text)) {
    if (performance.now() > endsAt) break;
    const lines = highlighter.codeToTokensBase(chunk, {
      lang: language,
      theme: "css-variables",
      tokenizeMaxLineLength: MAX_LINE_LENGTH,
      tokenizeTimeLimit: MAX_LINE_TOKENIZATION_MS,
      ...(state && { grammarState: state }),
    });
    for (const tokens of lines) {
      result.push(tokens.map(({ content, color }) => ({ length: content.length, kind: kindOf(color) })));
    }
    state = highlighter.getLastGrammarState(lines) ?? undefined;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return result;
}

/** Whole lines in chunks of about `CHUNK_LENGTH` characters. */
export function splitChunks(text: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf("\n", at + CHUNK_LENGTH);
    chunks.push(text.slice(at, end < 0 ? text.length : end));
    if (end < 0) break;
    at = end + 1;
  }
  return chunks;
}

const PREFIX = "--dd-code-";
const KIND_BY_VARIABLE: Record<string, TokenKind> = {
  "token-keyword": "keyword",
  "token-string": "string",
  "token-string-expression": "string",
  "token-constant": "constant",
  "token-comment": "comment",
  "token-function": "function",
  "token-parameter": "property",
  "token-link": "string",
};

const kindOf = (color: string | undefined): TokenKind | undefined =>
  KIND_BY_VARIABLE[color?.replace(`var(${PREFIX}`, "").replace(")", "") ?? ""];

let loading: Promise<HighlighterCore> | undefined;

function loadHighlighter(): Promise<HighlighterCore> {
  loading ??= (async () => {
    const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] =
      await Promise.all([import("shiki/core"), import("shiki/engine/javascript")]);
    const theme = createCssVariablesTheme({ name: "css-variables", variablePrefix: PREFIX });
    return createHighlighterCore({
      themes: [theme],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
  })();
  return loading;
}
