import Bowser from "bowser";

/** Browser and system that signed in, without versions and models, which the list of sessions does not need. */
export interface ClientDescription {
  /** "Firefox"; null if it is unknown. */
  browser: string | null;
  /** "Windows"; null if it is unknown. */
  system: string | null;
}

const MAX_PARSED_LENGTH = 512;
/** Names of browsers and systems; other text of a header is not kept. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 .+-]{0,39}$/;

/** Browser and operating system of a `User-Agent` header. */
export function describeClient(userAgent: string | null): ClientDescription {
  const text = userAgent?.slice(0, MAX_PARSED_LENGTH).trim();
  if (!text) return { browser: null, system: null };
  const parser = Bowser.getParser(text);
  return { browser: toName(parser.getBrowserName()), system: toName(parser.getOSName()) };
}

const toName = (name: string | undefined): string | null => (name && NAME.test(name) ? name : null);
