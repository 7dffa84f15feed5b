import { answerCalls } from "@/server/core/answer-calls.mjs";
import { parseText } from "./readme.ts";

/** Child process that parses Markdown; `format-text.ts` starts it and bounds its work. */
answerCalls(parseText);
