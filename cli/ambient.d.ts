/** Package version; the bundler replaces it (`define` in `bundle-cli.ts`). */
declare const CLI_VERSION: string;

declare module "pako" {
  /** zlib's algorithm in plain JavaScript. */
  export class Deflate {
    constructor(options: { gzip: boolean; level: number });
    onData: (chunk: Uint8Array) => void;
    push(data: Uint8Array, isLast: boolean): boolean;
    err: number;
    msg: string;
  }
}
