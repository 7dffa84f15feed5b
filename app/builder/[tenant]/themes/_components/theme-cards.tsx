"use client";

import type { ReactNode } from "react";
import { warningsOf } from "@/shared/plugin/theme.ts";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { Dot, StatusBadge } from "../../../../_ui/data/status-badge";
import { RelativeTime } from "../../../../_ui/data/time";
import { formatCount } from "../../../../_ui/format";
import { Pager } from "../../../../_ui/list/pager";
import { LinkCard, LinkCardTitle } from "../../../../_ui/page/section";
import { ThemePreviewThumbnail } from "../../../../_ui/theme/theme-preview";
import { themePath, themesPath } from "../../../_components/paths";
import classes from "./theme-cards.module.css";

type Theme = RouterOutputs["themes"]["list"]["themes"][number];

type ThemeCardsProps = {
  /** Input of the list procedure, as prefetched. */
  input: { tenant: string; limit: number; cursor?: string };
  empty: ReactNode;
};

export function ThemeCards({ input, empty }: ThemeCardsProps) {
  const [{ themes, nextCursor }] = trpc.themes.list.useSuspenseQuery(input);
  const { tenant, cursor } = input;
  if (themes.length === 0) return empty;
  const path = themesPath(tenant);
  return (
    <>
      <ul className={classes.cards}>
        {themes.map((theme) => (
          <li key={theme.id}>
            <ThemeCard theme={theme} href={themePath(tenant, theme.id)} />
          </li>
        ))}
      </ul>
      {(cursor || nextCursor) && (
        <Pager
          newerHref={cursor ? path : undefined}
          olderHref={nextCursor ? `${path}?cursor=${encodeURIComponent(nextCursor)}` : undefined}
        />
      )}
    </>
  );
}

function ThemeCard({ theme, href }: { theme: Theme; href: string }) {
  const warnings = warningsOf(theme.themeConfig).length;
  return (
    <LinkCard>
      <ThemePreviewThumbnail name={theme.name} config={theme.themeConfig} />
      <div className={classes.text}>
        <LinkCardTitle href={href}>{theme.name}</LinkCardTitle>
        <p className={classes.facts}>
          {theme.latest ? (
            <>
              <span>{theme.latest.version}</span>
              <StatusBadge status={theme.latest.status} />
            </>
          ) : (
            <Dot tone="idle">Draft</Dot>
          )}
          {warnings > 0 && <Dot tone="warn">{formatCount(warnings, "warning")}</Dot>}
          <span className={classes.when}>
            <RelativeTime value={theme.updatedAt} />
          </span>
        </p>
      </div>
    </LinkCard>
  );
}
