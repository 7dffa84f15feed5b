/** The part of autocannon 9 that the benchmark uses; the package has no types. */
declare module "autocannon" {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each request with the request's own fields and the context of the connection. */
    setupRequest?: (defaults: Request, context: Record<string, unknown>) => Request;
  }

  export interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  /**
   * `duration` is in seconds, `amount` a number of requests in its place; `sampleInt`, the interval between two checks of the
   * clock, in milliseconds.
   */
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    sampleInt?: number;
    requests: Request[];
  }): Promise<Result>;
}
