"use client";

import { useEffect, useState } from "react";
import type { Token } from "../diff/text-runs";
import { languageOf, tokenize } from "./highlight";

/** The colours of a text, once they are there; until then, and where something fails, it is read without. */
export function useTokens(path: string, text: string | null | undefined): Token[][] | undefined {
  const [known, setKnown] = useState<{ text: string; tokens: Token[][] }>();
  useEffect(() => {
    const language = text ? languageOf(path, text) : null;
    if (!text || !language) return;
    let isWanted = true;
    tokenize(text, language).then(
      (tokens) => isWanted && setKnown({ text, tokens }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [path, text]);
  return known?.text === text ? known?.tokens : undefined;
}
