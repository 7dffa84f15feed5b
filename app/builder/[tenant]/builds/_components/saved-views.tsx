"use client";

import { IconX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { RouterOutputs } from "../../../../_trpc/client";
import { Link } from "../../../../_ui/page/link";
import classes from "./saved-views.module.css";

type View = RouterOutputs["builds"]["views"][number];

type SavedViewsProps = {
  tenant: string;
  path: string;
  /** Query of the URL of the list that is shown; empty without filters. */
  query: string;
  views: View[];
};

const SavedViewDialog = dynamic(
  () => import("./saved-view-dialog").then((module) => module.SavedViewDialog),
  {
    ssr: false,
  },
);

/** Own saved views as links, with actions to save the list that is shown and to delete a view. */
export function SavedViews({ tenant, path, query, views }: SavedViewsProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** Content of the dialog, kept while it closes. */
  const [subject, setSubject] = useState<"save" | View>();
  const isSaved = views.some((view) => view.query === query);
  if (views.length === 0 && query === "") return null;

  function open(next: "save" | View) {
    setSubject(next);
    setIsOpen(true);
  }

  return (
    <nav className={classes.views} aria-label="Saved views">
      {views.map((view) => (
        <span key={view.id} className={classes.view} data-on={view.query === query || undefined}>
          <Link
            href={view.query ? `${path}?${view.query}` : path}
            aria-current={view.query === query ? "true" : undefined}
            scroll={false}
          >
            {view.name}
          </Link>
          <button
            type="button"
            className={classes.action}
            aria-label={`Delete view ${view.name}`}
            onClick={() => open(view)}
          >
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      ))}
      {query !== "" && !isSaved && (
        <button type="button" className={classes.action} onClick={() => open("save")}>
          Save view
        </button>
      )}
      {subject && (
        <SavedViewDialog
          tenant={tenant}
          query={query}
          removed={subject === "save" ? undefined : subject}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </nav>
  );
}
