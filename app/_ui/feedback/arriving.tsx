import { type ReactNode, Suspense } from "react";

type ArrivingProps = {
  /** Whether nothing has to be waited for (`isThereSoon`). */
  isThere: boolean;
  skeleton: ReactNode;
  children: ReactNode;
};

/** What is there comes with the page; a skeleton holds the place of what is not. */
export function Arriving({ isThere, skeleton, children }: ArrivingProps) {
  return isThere ? children : <Suspense fallback={skeleton}>{children}</Suspense>;
}
