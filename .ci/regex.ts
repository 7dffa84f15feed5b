import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface Regex {
  source: string;
  flags: string;
  /** Places in the code, as `file:line`. */
  places: string[];
}

const CODE_FILE = /\.(tsx?|mjs|cjs|js)$/;
const TEST_FILE = /\.test\.tsx?$/;

/** Source files of folders, tests aside. */
export function findCode(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((path) => CODE_FILE.test(path) && !TEST_FILE.test(path))
      .map((path) => join(folder, path)),
  );
}

/** All regular expressions of source files, by the syntax tree, and the places of those whose text is not constant. */
export function collectRegexes(files: readonly string[]): { regexes: Regex[]; unresolved: string[] } {
  const found = new Map<string, Regex>();
  const unresolved: string[] = [];
  for (const path of files) {
    for (const { source, flags, line } of readRegexes(path, readFileSync(path, "utf8"))) {
      const place = `${path}:${line}`;
      if (source === null) {
        unresolved.push(place);
        continue;
      }
      const regex = found.get(`/${source}/${flags}`) ?? { source, flags, places: [] };
      regex.places.push(place);
      found.set(`/${source}/${flags}`, regex);
    }
  }
  return { regexes: [...found.values()], unresolved };
}

type Found = { source: string | null; flags: string; line: number };

/** Regular expressions of one file: literals, and `RegExp` with a constant pattern. */
export function readRegexes(path: string, text: string): Found[] {
  if (!text.includes("/") && !text.includes("RegExp")) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const collect = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), line });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [pattern, flags] = node.arguments ?? [];
      const source = pattern ? evaluate(pattern, constants) : null;
      const flagText = flags ? evaluate(flags, constants) : "";
      found.push({ source: flagText === null ? null : source, flags: flagText ?? "", line });
    }
    ts.forEachChild(node, collect);
  };
  collect(file);
  return found;
}

/** Stands for an escaped text: it repeats nothing, whatever it is. */
const LITERAL = "literal";

function evaluate(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | null {
  if (isEscape(node, constants)) return LITERAL;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value ? evaluate(value, constants) : null;
  }
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => {
      const value = evaluate(expression, constants);
      return value === null ? null : value + literal.text;
    });
    return parts.includes(null) ? null : node.head.text + parts.join("");
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { name, expression } = node.expression;
  const separator = node.arguments[0] ? evaluate(node.arguments[0], constants) : ",";
  if (name.text !== "join" || separator === null) return null;
  if (ts.isArrayLiteralExpression(expression)) {
    const parts = expression.elements.map((element) => evaluate(element, constants));
    return parts.includes(null) ? null : parts.join(separator);
  }
  const isEscapedList =
    ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    expression.expression.name.text === "map" &&
    expression.arguments[0] !== undefined &&
    isEscapeFunction(expression.arguments[0], constants);
  return isEscapedList ? LITERAL + separator + LITERAL : null;
}

/** The characters that an escape must cover, so that its result has no operator. */
const OPERATORS = [..."\\^$.*+?()[]{}|"];

/** `text.replace(/[…]/g, "\\$&")`, or a call of a function that does this. */
function isEscape(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): boolean {
  if (!ts.isCallExpression(node)) return false;
  if (ts.isIdentifier(node.expression)) return isEscapeFunction(node.expression, constants);
  const [pattern, replacement] = node.arguments;
  if (!pattern || !replacement || !ts.isRegularExpressionLiteral(pattern)) return false;
  const end = pattern.text.lastIndexOf("/");
  const characters = new RegExp(pattern.text.slice(1, end), pattern.text.slice(end + 1).replace("g", ""));
  return (
    ts.isStringLiteralLike(replacement) &&
    replacement.text === "\\$&" &&
    pattern.text.slice(end + 1).includes("g") &&
    OPERATORS.every((operator) => characters.test(operator))
  );
}

function isEscapeFunction(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): boolean {
  const value = ts.isIdentifier(node) ? constants.get(node.text) : node;
  return Boolean(
    value && ts.isArrowFunction(value) && !ts.isBlock(value.body) && isEscape(value.body, constants),
  );
}
