/** What the reference says about a route beyond what the route itself declares. Code in backticks. */
export interface RouteDoc {
  about: readonly string[];
  /** The rule of each field of the body and of the query; a test holds them to the schemas. */
  body?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  answerHeaders?: Readonly<Record<string, string>>;
  example: RouteExample;
}

export interface RouteExample {
  /** The path with the ids of the demo. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** A file that is sent as it is. */
  file?: string;
  /** Text where the answer is no JSON. */
  answer: unknown;
}
