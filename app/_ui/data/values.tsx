import type { CSSProperties, ReactNode } from "react";
import { firstCluster } from "@/shared/text/truncate.ts";
import avatarClasses from "./avatar.module.css";
import clippedTextClasses from "./clipped-text.module.css";
import dotClasses from "./dot.module.css";
import namedSlugClasses from "./named-slug.module.css";
import classes from "./values.module.css";

export type KeyValue = { label: string; value: ReactNode };

/** Description list: labels left, values right; below 480 px the label stands above its value. */
export function KeyValueList({ items }: { items: KeyValue[] }) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.label} className={classes.item}>
          <dt>{item.label}</dt>
          <dd>{item.value ?? <Absent />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Dash for a missing value; `why` is its text for screen readers. */
export function Absent({ why = "none" }: { why?: string }) {
  return (
    <span className={classes.absent} data-absent="">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{why}</span>
    </span>
  );
}

/** User-supplied text in a table cell, such as a name, truncated to leave room for other columns, and isolated from them. */
export function ClippedText({ text, width = "12rem" }: { text: string; width?: string }) {
  return (
    <bdi className={clippedTextClasses.text} style={{ "--width": width } as CSSProperties} title={text}>
      {text}
    </bdi>
  );
}

/** Display name and slug. */
export function NamedSlug({ name, slug }: { name: string; slug: string }) {
  return (
    <>
      <ClippedText text={name} width="18rem" />{" "}
      <span className={namedSlugClasses.slug}>
        <ClippedText text={slug} width="10rem" />
      </span>
    </>
  );
}

/** Initial instead of a picture: round for people, square for groups. */
export function Avatar({ name, isSquare = false }: { name: string; isSquare?: boolean }) {
  return (
    <span className={avatarClasses.initial} data-square={isSquare || undefined} aria-hidden="true">
      {firstCluster(name.trim()).toUpperCase() || "?"}
    </span>
  );
}

export type Tone = "idle" | "info" | "ok" | "warn" | "bad";

/** Label, tone and shape of a state. */
export type BadgeStyle = { label: string; tone: Tone; shape?: "ring" | "pulse" };

/** Colored dot with a label. */
export function Dot({ tone, shape, children }: Omit<BadgeStyle, "label"> & { children: string }) {
  return (
    <span className={dotClasses.badge}>
      <span className={dotClasses.dot} data-tone={tone} data-shape={shape} aria-hidden="true" />
      {children}
    </span>
  );
}

/** Dot and label of a state. */
export const Badge = ({ label, ...style }: BadgeStyle) => <Dot {...style}>{label}</Dot>;
