import { IconArrowRight } from "@tabler/icons-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SIGN_UP_PATH } from "@/app/_paths/account.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { getEntryLink } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";
import { Link } from "../_ui/page/link";
import { ProductPicture } from "./_components/product-picture";
import { Terminal } from "./_components/terminal";
import dockClasses from "./dock.module.css";
import classes from "./page.module.css";

export const metadata: Metadata = { title: { absolute: "Drydock: plugins, themes and app builds" } };

export default async function StartPage() {
  const { href, isOpen } = await getEntryLink();
  return (
    <>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title}>Build mobile apps. Publish plugins and themes.</h1>
          <p className={classes.lead}>
            Drydock is an app platform with a reviewed marketplace and builds on your own workers.
          </p>
          <div className={classes.actions}>
            {isOpen || !isSignUpOpen() ? (
              <ButtonLink href={href} variant="filled" size="md">
                {isOpen ? "Open dashboard" : "Sign in"}
              </ButtonLink>
            ) : (
              <ButtonLink href={SIGN_UP_PATH} variant="filled" size="md">
                Create account
              </ButtonLink>
            )}
            <ButtonLink href={MARKET_PATH} size="md">
              Browse marketplace
            </ButtonLink>
            <ButtonLink href={DOCS.quickStart.path} size="md">
              Docs
            </ButtonLink>
          </div>
        </div>
        <Dock>
          <Terminal />
        </Dock>
      </section>
      <div className={classes.pictures}>
        <ProductPicture name="build" caption="See why a build failed" />
        <ProductPicture name="review" caption="Review findings and changes" />
      </div>
      <div className={classes.features}>
        <Feature title="Reviewed marketplace" href={MARKET_PATH} link="Marketplace">
          Moderators review every version of every plugin and theme. Rejections include reasons.
        </Feature>
        <Feature title="Live builds" href={href} link={isOpen ? "Open Builder" : "Sign in to Builder"}>
          Logs, artifacts and worker reports for every Android and iOS build.
        </Feature>
        <Feature title="API and CLI first" href={DOCS.quickStart.path} link="REST and CLI reference">
          REST with problem details, idempotency keys and cursors. A CLI for terminals and CI.
        </Feature>
      </div>
    </>
  );
}

type FeatureProps = { title: string; href: string; link: string; children: ReactNode };

function Feature({ title, href, link, children }: FeatureProps) {
  return (
    <section className={classes.feature}>
      <h2 className={classes.featureTitle}>{title}</h2>
      <p className={classes.featureText}>{children}</p>
      <Link href={href} className={classes.featureLink}>
        {link} <IconArrowRight size={14} stroke={1.75} className={classes.arrow} aria-hidden="true" />
      </Link>
    </section>
  );
}

/** Drawing of a dry dock in cross-section around its children, which take the place of the hull. */
function Dock({ children }: { children: ReactNode }) {
  return (
    <div className={dockClasses.dock}>
      <div className={dockClasses.drawing} aria-hidden="true">
        <div className={dockClasses.ground} />
        <svg
          className={dockClasses.walls}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d="M0 12 H4 V34 H7 V56 H10 V78 H13 V100 H87 V78 H90 V56 H93 V34 H96 V12 H100" />
        </svg>
      </div>
      <div className={dockClasses.hull}>{children}</div>
      <div className={dockClasses.blocks} aria-hidden="true" />
    </div>
  );
}
