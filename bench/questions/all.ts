import { LIST } from "./list-builds.ts";
import { PUBLISH } from "./publish.ts";
import type { Question } from "./question.ts";
import { REPORT } from "./report-build.ts";

export const QUESTIONS = { report: REPORT, publish: PUBLISH, list: LIST } satisfies Record<string, Question>;

export type QuestionName = keyof typeof QUESTIONS;
