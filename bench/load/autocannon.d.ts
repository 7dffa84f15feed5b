/** The part of autocannon 9 that the benchmark uses; the package brings no types. */
declare module "autocannon" {
  namespace autocannon {
    interface Request {
      method?: string;
      path?: string;
      headers?: Record<string, string>;
      body?: string;
      /** Called before every call with the request's own fields and what the connection keeps between its calls. */
      setupRequest?: (request: Request, context: Record<string, unknown>) => Request;
    }

    interface Options {
      url: string;
      connections: number;
      duration: number;
      /** Milliseconds between two looks at the clock. */
      sampleInt: number;
      requests: Request[];
    }

    interface Result {
      "2xx": number;
      non2xx: number;
      errors: number;
      timeouts: number;
      /** Seconds. */
      duration: number;
      statusCodeStats: Record<string, { count: number }>;
    }
  }

  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  export = autocannon;
}
