"use client";

import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./saved-views.module.css";

type View = RouterOutputs["builds"]["views"][number];

const SavedViewDialog = onDemand(() =>
  import("./saved-view-dialog").then((module) => module.SavedViewDialog),
);

type SavedViewsProps = {
  tenant: string;
  path: string;
  /** Query of the URL of the list that is shown; empty without filters. */
  query: string;
  views: View[];
};

/** Own saved views as links, each with an action that deletes it. */
export function SavedViews({ tenant, path, query, views }: SavedViewsProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** View of the dialog, kept while it closes. */
  const [removed, setRemoved] = useState<View>();

  function open(view: View) {
    setRemoved(view);
    setIsOpen(true);
  }

  return (
    <>
      {views.length > 0 && (
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
        </nav>
      )}
      {removed && (
        <SavedViewDialog
          tenant={tenant}
          query={query}
          removed={removed}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type SaveViewProps = {
  tenant: string;
  query: string;
  /** False for a list without filters and for a saved one, also while the dialog that saved it closes. */
  isOffered: boolean;
};

/** Action that saves the list that is shown. */
export function SaveView({ tenant, query, isOffered }: SaveViewProps) {
  const [isOpen, setIsOpen] = useState<boolean>();
  return (
    <>
      {isOffered && (
        <button type="button" className={classes.save} onClick={() => setIsOpen(true)}>
          Save view
        </button>
      )}
      {isOpen !== undefined && (
        <SavedViewDialog
          tenant={tenant}
          query={query}
          removed={undefined}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
