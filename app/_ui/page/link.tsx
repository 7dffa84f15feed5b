"use client";

import NextLink, { useLinkStatus } from "next/link";
import { type ComponentProps, type FocusEvent, type PointerEvent, useRef, useState } from "react";
import { recordPrefetch } from "./prefetched-pages";

/** A pointer that only crosses a link leaves it sooner than this. */
const INTENT_DELAY_MS = 65;

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & {
  href: string;
  /** False where a request has an effect on the server, which cannot tell a prefetch from a visit. */
  canPrefetch?: boolean;
};
type Anchor = HTMLAnchorElement;

/**
 * Link within the product, with prefetch on intent: a page is prefetched once the pointer rests on its link or the
 * keyboard reaches it. Prefetching every link in view would delay what the reader asks for.
 */
export function Link({ canPrefetch = true, ...props }: LinkProps) {
  const { href, onPointerEnter, onPointerLeave, onFocus, onBlur, ...others } = props;
  const [hasIntent, setHasIntent] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function enter() {
    clearTimeout(timer.current);
    if (!canPrefetch) return;
    timer.current = setTimeout(() => {
      recordPrefetch(href);
      setHasIntent(true);
    }, INTENT_DELAY_MS);
  }
  function leave() {
    clearTimeout(timer.current);
    setHasIntent(false);
  }
  const both =
    <E extends PointerEvent<Anchor> | FocusEvent<Anchor>>(own: () => void, given?: (event: E) => void) =>
    (event: E) => {
      own();
      given?.(event);
    };
  return (
    <NextLink
      {...others}
      href={href}
      prefetch={hasIntent}
      onPointerEnter={both(enter, onPointerEnter)}
      onPointerLeave={both(leave, onPointerLeave)}
      onFocus={both(enter, onFocus)}
      onBlur={both(leave, onBlur)}
    />
  );
}

/** Indicator inside a `Link` while its page is loading. */
export function LinkPending({ className }: { className: string | undefined }) {
  const { pending } = useLinkStatus();
  return <span className={className} data-pending={pending || undefined} aria-hidden="true" />;
}

/** Text inside a `Link` that changes while its page is loading. */
export function LinkText({ text, pendingText }: { text: string; pendingText: string }) {
  return useLinkStatus().pending ? pendingText : text;
}
