import { IconDownload } from "@tabler/icons-react";
import { NoCode } from "@/app/_components/labels/status-badge.tsx";
import { itemInstallPath } from "@/app/_paths/marketplace.ts";
import { getEntryLink } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CopyableCode, CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { formatBytes } from "@/app/_ui/format.ts";
import { downloadFileName, downloadPath, styleSheetPath } from "@/server/domains/marketplace/policy.ts";
import type { MarketplaceItemDetail, MarketplaceVersion } from "@/server/domains/marketplace/view.ts";
import { isPrerelease } from "@/shared/version-key.ts";
import installLinkClasses from "./install-link.module.css";
import classes from "./item-download.module.css";

const SHOWN_DIGEST_LENGTH = 16;

type ItemDownloadProps = { item: MarketplaceItemDetail; origin: string };

/** Download of the current version. */
export function ItemDownload({ item, origin }: ItemDownloadProps) {
  if (item.look) return <ThemeDownload item={item} origin={origin} />;
  const current = item.versions.find(({ version }) => version === item.version);
  return current?.archive ? <ArchiveDownload item={item} origin={origin} archive={current.archive} /> : null;
}

type ArchiveDownloadProps = ItemDownloadProps & { archive: NonNullable<MarketplaceVersion["archive"]> };

/** Archive with its checksum and a command that fetches and verifies it. */
function ArchiveDownload({ item, origin, archive }: ArchiveDownloadProps) {
  const path = downloadPath(item);
  const file = downloadFileName(item, "archive");
  const command = `curl -fo ${file} ${origin}${path}\necho "${archive.sha256}  ${file}" | shasum -a 256 -c`;
  return (
    <section className={classes.card} aria-label="Download">
      <ButtonLink href={path} size="md" isDownload>
        <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        Download {item.version}
      </ButtonLink>
      <p className={classes.facts}>
        <span>{formatBytes(archive.sizeBytes)}</span>
      </p>
      <p className={classes.checksum}>
        SHA-256 <CopyableId id={archive.sha256} label="SHA-256" shownLength={SHOWN_DIGEST_LENGTH} />
      </p>
      <CopyableCode code={command} label="Command" isScrolled />
    </section>
  );
}

/** Design tokens and custom properties of a theme, each with light and dark colors. */
function ThemeDownload({ item, origin }: ItemDownloadProps) {
  const path = styleSheetPath(item);
  return (
    <section className={classes.card} aria-label="Download">
      <ButtonLink href={downloadPath(item)} size="md" isDownload>
        <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        Design tokens (JSON)
      </ButtonLink>
      <ButtonLink href={path} size="md" isDownload>
        <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        Custom properties (CSS)
      </ButtonLink>
      <p className={classes.facts}>
        <span>Version {item.version}, light and dark</span>
      </p>
      <CopyableCode
        code={`curl -fo ${downloadFileName(item, "css")} '${origin}${path}'`}
        label="Command"
        isScrolled
      />
    </section>
  );
}

/** Link to the Builder's page that installs an item; signed out, sign-in comes first and leads there. Without code, none. */
export async function InstallLink({ item }: { item: MarketplaceItemDetail }) {
  const version = findInstallable(item);
  if (!version) {
    return (
      <p className={installLinkClasses.none}>
        <NoCode /> Listed without an archive, so it cannot be installed.
      </p>
    );
  }
  const { isOpen } = await getEntryLink();
  const label = version === item.version ? "install" : `install ${version}`;
  return (
    <div className={installLinkClasses.install}>
      <ButtonLink href={itemInstallPath(item)} variant="filled" size="md">
        {isOpen ? `I${label.slice(1)}` : `Sign in to ${label}`}
      </ButtonLink>
    </div>
  );
}

/** Version that is installed without a number: the highest release with code, or else the highest pre-release with code. */
function findInstallable({ look, version: current, versions }: MarketplaceItemDetail): string | undefined {
  if (look) return current;
  const withCode = versions.filter(({ archive }) => archive !== null).map(({ version }) => version);
  return withCode.find((version) => !isPrerelease(version)) ?? withCode[0];
}
