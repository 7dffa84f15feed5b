import { CopyableId } from "../../../_ui/actions/copyable-code";
import { describeStatus } from "../../../_ui/data/status-badge";
import { Absent, KeyValueList } from "../../../_ui/data/values";
import { Link } from "../../../_ui/page/link";
import { describePlatform } from "../words";
import type { BuildDetail } from "./build-view";

type BuildFactsProps = { build: BuildDetail; app: { id: string; name: string }; appHref: string };

const WHOLE_ID = 36;

export function BuildFacts({ build, app, appHref }: BuildFactsProps) {
  const { id, platform, version, workerId, retryOf, retryOfNumber, retries, gitRef, createdBy, cancelledBy } =
    build;
  return (
    <KeyValueList
      items={[
        { label: "Build id", value: <CopyableId id={id} label="build id" shownLength={WHOLE_ID} /> },
        { label: "App", value: <Link href={appHref}>{app.name}</Link> },
        { label: "Platform", value: describePlatform(platform) },
        { label: "Version", value: version },
        ...(gitRef ? [{ label: "Git ref", value: <code>{gitRef}</code> }] : []),
        ...(createdBy ? [{ label: "Queued by", value: createdBy }] : []),
        ...(cancelledBy ? [{ label: "Cancelled by", value: cancelledBy }] : []),
        {
          label: "Worker",
          value: workerId ? (
            <CopyableId id={workerId} label="worker id" shownLength={WHOLE_ID} />
          ) : (
            <Absent why="no worker yet" />
          ),
        },
        ...(retryOf
          ? [
              {
                label: "Retry of",
                value: (
                  <Link href={`${appHref}/builds/${retryOf}`}>
                    {retryOfNumber ? `#${retryOfNumber}` : "the build before"}
                  </Link>
                ),
              },
            ]
          : []),
        ...retries.map((retry) => ({
          label: "Tried again as",
          value: (
            <Link href={`${appHref}/builds/${retry.id}`}>
              #{retry.number}, {describeStatus(retry.status).toLowerCase()}
            </Link>
          ),
        })),
      ]}
    />
  );
}
