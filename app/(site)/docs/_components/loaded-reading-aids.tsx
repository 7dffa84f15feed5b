"use client";

import { useEffect, useState } from "react";
import { copyText } from "@/app/_ui/actions/copy-button.tsx";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";

/** Time that a copied link is marked. */
const RESET_MS = 2_000;
/** Distance from the top at which a section becomes the current one, in pixels. */
const READING_LINE = 96;

export function LoadedReadingAids() {
  useEffect(markCurrentSection, []);
  useShortcuts("Docs", [
    { keys: "mod+k", label: "Search docs", run: focusSearch },
    { keys: "/", label: "Search docs", run: focusSearch },
  ]);
  return <CopiedLink />;
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-docs-search] input")?.focus();
}

/** Announcement of a heading's link that was copied. */
function CopiedLink() {
  const [words, setWords] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    async function copy(event: MouseEvent) {
      const anchor = event.target instanceof Element && event.target.closest("a[data-anchor]");
      if (!(anchor instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(await copyText(anchor.href))) return;
      anchor.dataset["copied"] = "";
      setWords("Link copied");
      clearTimeout(timer);
      timer = setTimeout(() => {
        delete anchor.dataset["copied"];
        setWords("");
      }, RESET_MS);
    }
    document.addEventListener("click", copy);
    return () => {
      document.removeEventListener("click", copy);
      clearTimeout(timer);
    };
  }, []);
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  );
}

/** `aria-current` on the entry of the contents whose section is being read. */
function markCurrentSection(): (() => void) | undefined {
  const nav = document.querySelector<HTMLElement>("[data-docs-contents]");
  const links = [...(nav?.querySelectorAll<HTMLAnchorElement>("a") ?? [])];
  const sections = links.flatMap((link) => {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return section ? [{ link, section }] : [];
  });
  const column = nav?.parentElement;
  if (!column || sections.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  let frame = 0;

  function mark() {
    frame = 0;
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1;
    const above = sections.filter(({ section }) => section.getBoundingClientRect().top <= READING_LINE);
    // At the end, the section that was asked for cannot reach the top.
    const asked = isAtEnd ? sections.find(({ link }) => link.hash === location.hash) : undefined;
    const current = (asked ?? above.at(-1) ?? sections[0])?.link;
    if (current === marked) return;
    marked?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "location");
    marked = current;
    if (current) keepInView(column as HTMLElement, current);
  }
  function request() {
    frame ||= requestAnimationFrame(mark);
  }

  mark();
  window.addEventListener("scroll", request, { passive: true });
  window.addEventListener("hashchange", request);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("scroll", request);
    window.removeEventListener("hashchange", request);
    marked?.removeAttribute("aria-current");
  };
}

/** Scrolls a column of its own height, never the page. */
function keepInView(column: HTMLElement, link: HTMLElement): void {
  if (column.scrollHeight <= column.clientHeight) return;
  const { top, bottom } = link.getBoundingClientRect();
  const frame = column.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) column.scrollTop += top - frame.top - frame.height / 2;
}
