import { Deflate } from "pako";

const LEVEL = 6;

/**
 * Compresses to one gzip member without name or time. Not by Node's zlib: what that makes of the same bytes differs
 * between its versions and between processors.
 */
export function createGzip(onData: (chunk: Uint8Array) => void): {
  write: (data: Uint8Array) => void;
  end: () => void;
} {
  const deflate = new Deflate({ gzip: true, level: LEVEL });
  deflate.onData = onData;
  const push = (data: Uint8Array, isLast: boolean) => {
    if (!deflate.push(data, isLast)) throw new Error(`compressing failed: ${deflate.msg || deflate.err}`);
  };
  return {
    write: (data) => {
      // Nothing to compress would count as an error.
      if (data.length > 0) push(data, false);
    },
    end: () => push(new Uint8Array(), true),
  };
}
