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

  const pako: { deflate(data: Uint8Array, options: { level: number }): Uint8Array };

  // biome-ignore lint/style/noDefaultExport: CommonJS, whose exports Node offers as the default
  export default pako;
}
