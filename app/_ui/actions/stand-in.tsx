"use client";

import { type Ref, useImperativeHandle } from "react";

/** The target of a Mantine popup whose button is on the page already: hands it over and shows nothing. */
export function StandIn({ anchor, ref }: { anchor: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}
