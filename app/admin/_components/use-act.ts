"use client";

import { useState } from "react";
import type { Act } from "./action-dialog";

/** Which act is asked about; it is kept while its dialog fades out, so that its words stay. */
export function useAct() {
  const [act, setAct] = useState<Act>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: Act) => {
    setAct(next);
    setIsOpen(true);
  };
  return { act, isOpen, ask, close: () => setIsOpen(false) };
}
