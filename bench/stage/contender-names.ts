/** Who answers questions. The first is the product; the others are its floors. */
export const FRONT = "front, every check on";
export const FASTIFY = "bare Fastify, same SQL";
export const FASTIFY_STEPS = "bare Fastify, begin/update/insert/commit";
export const FASTIFY_EMPTY = "an empty Fastify handler";
export const NEXT = "bare Next, same SQL";
export const LOOP = "a loop of postgres.js, same SQL";

export type ContenderName =
  | typeof FRONT
  | typeof FASTIFY
  | typeof FASTIFY_STEPS
  | typeof FASTIFY_EMPTY
  | typeof NEXT
  | typeof LOOP;
