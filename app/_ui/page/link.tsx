"use client";

import NextLink, { useLinkStatus } from "next/link";
import { type ComponentProps, type FocusEvent, type PointerEvent, useRef, useState } from "react";
import { noteFetchedAhead } from "./prefetched-pages";

export { useLinkStatus };

/** Who passes over a link on the way to another does not stay on it for so long. */
const INTENT_MS = 65;

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & {
  href: string;
  /** False where going there is noted by the server, which cannot tell who only points at it. */
  isFetchedAhead?: boolean;
};
type Anchor = HTMLAnchorElement;

/**
 * A link within the product. Were every page fetched that a page leads to, its reader would wait behind all of them; so
 * a page is fetched once a pointer rests on its link or the keyboard has come to it, and is there when they press.
 */
export function Link({ isFetchedAhead = true, ...props }: LinkProps) {
  const { href, onPointerEnter, onPointerLeave, onFocus, onBlur, ...others } = props;
  const [isMeant, setMeant] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function reach() {
    clearTimeout(timer.current);
    if (!isFetchedAhead) return;
    timer.current = setTimeout(() => {
      noteFetchedAhead(href);
      setMeant(true);
    }, INTENT_MS);
  }
  function leave() {
    clearTimeout(timer.current);
    setMeant(false);
  }
  const doing =
    <E extends PointerEvent<Anchor> | FocusEvent<Anchor>>(act: () => void, then?: (event: E) => void) =>
    (event: E) => {
      act();
      then?.(event);
    };
  return (
    <NextLink
      {...others}
      href={href}
      prefetch={isMeant}
      onPointerEnter={doing(reach, onPointerEnter)}
      onPointerLeave={doing(leave, onPointerLeave)}
      onFocus={doing(reach, onFocus)}
      onBlur={doing(leave, onBlur)}
    />
  );
}
