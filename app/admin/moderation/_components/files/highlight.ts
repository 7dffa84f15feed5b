import type { HighlighterCore, LanguageInput } from "shiki/core";
import type { Token, TokenKind } from "../diff/text-runs";

/** More than this would hold up the page for what few people read. */
const MAX_HIGHLIGHTED_LENGTH = 150_000;
const MAX_LINE_LENGTH = 2_000;

/** The grammars that plugins are written in; each arrives with the first file that needs it. */
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

const LANGUAGE_OF_ENDING: Record<string, string> = {
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

/** The language of a file by its name; null where there are no colours for it, or it is too long for them. */
export function languageOf(path: string, text: string): string | null {
  const ending = path.split(".").at(-1)?.toLowerCase() ?? "";
  return text.length <= MAX_HIGHLIGHTED_LENGTH ? (LANGUAGE_OF_ENDING[ending] ?? null) : null;
}

/** What each stretch of each line is. Nothing of it is ever markup: the page renders text and colours it by kind. */
export async function tokenize(text: string, language: string): Promise<Token[][]> {
  const highlighter = await loadHighlighter();
  const load = LANGUAGES[language];
  if (load) await highlighter.loadLanguage(load());
  const lines = highlighter.codeToTokensBase(text, {
    lang: language,
    theme: "css-variables",
    tokenizeMaxLineLength: MAX_LINE_LENGTH,
  });
  return lines.map((tokens) =>
    tokens.map(({ content, color }) => ({ length: content.length, kind: kindOf(color) })),
  );
}

const PREFIX = "--dd-code-";
const KIND_OF_WORD: Record<string, TokenKind> = {
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
  KIND_OF_WORD[color?.replace(`var(${PREFIX}`, "").replace(")", "") ?? ""];

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
