import { Fragment } from "react";

/** Between the parts of `PAYMENT.CAPTURE.COMPLETED` and `invoice.payment_failed`, not inside versions. */
const IDENTIFIER_PARTS = /(?<=\p{L}[._])(?=\p{L})/u;

/** Long word that wraps between its parts. @param at empty matches where a line may end */
export function Breakable({ text, at = IDENTIFIER_PARTS }: { text: string; at?: RegExp }) {
  return text.split(at).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
