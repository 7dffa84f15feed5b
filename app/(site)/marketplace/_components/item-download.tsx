import { IconDownload } from "@tabler/icons-react";
import { downloadPath } from "@/server/marketplace/policy.ts";
import type { MarketplaceItemDetail } from "@/server/marketplace/view.ts";
import { ButtonLink } from "../../../_ui/actions/button";
import { CopyableCode, CopyableId } from "../../../_ui/actions/copyable-code";
import { formatBytes, formatCount } from "../../../_ui/format";
import classes from "./item-download.module.css";

const SHOWN_DIGEST_LENGTH = 16;

/** Download of the newest version, with its checksum and a command that fetches and verifies it. */
export function ItemDownload({ item, origin }: { item: MarketplaceItemDetail; origin: string }) {
  const archive = item.versions[0]?.archive;
  if (!archive) return null;
  const path = downloadPath(item);
  const total = item.versions.reduce((sum, version) => sum + (version.archive?.downloads ?? 0), 0);
  const file = `${item.slug}-${item.version}.tar.gz`;
  const command = `curl -fo ${file} ${origin}${path}\necho "${archive.sha256}  ${file}" | shasum -a 256 -c`;
  return (
    <section className={classes.card} aria-label="Download">
      <ButtonLink href={path} variant="filled" size="md" isDownload>
        <IconDownload size={16} stroke={1.75} aria-hidden="true" />
        Download {item.version}
      </ButtonLink>
      <p className={classes.facts}>
        <span>{formatBytes(archive.sizeBytes)}</span>
        <span>{formatCount(total, "download")}</span>
      </p>
      <p className={classes.checksum}>
        SHA-256 <CopyableId id={archive.sha256} label="SHA-256" shownLength={SHOWN_DIGEST_LENGTH} />
      </p>
      <CopyableCode code={command} label="Command" />
    </section>
  );
}
