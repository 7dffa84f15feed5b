"use client";

import type { ReactNode } from "react";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { ThemePreviewThumbnail } from "@/app/_components/theme/theme-preview.tsx";
import { themePath, themesPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { LinkCard, LinkCardTitle } from "@/app/_ui/page/section.tsx";
import { warningsOf } from "@/shared/plugin/theme.ts";
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
