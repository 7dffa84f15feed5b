import { buildsHref } from "@/app/_paths/admin.ts";
import { api } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { buildColumns } from "./build-columns";

const SHOWN = 5;

/** Stuck builds, which need attention now, before failed ones. */
export async function FailedBuilds() {
  const [stuck, failed] = await Promise.all([
    api.adminBuilds.list({ stuck: true, limit: SHOWN }),
    api.adminBuilds.list({ status: ["FAILED"], limit: SHOWN }),
  ]);
  return (
    <>
      {stuck.builds.length > 0 && (
        <Builds title="Stuck builds" href={buildsHref({ isStuck: true })} builds={stuck.builds} />
      )}
      <Builds title="Recent failures" href={buildsHref({ status: ["FAILED"] })} builds={failed.builds} />
    </>
  );
}

type BuildsProps = {
  title: string;
  href: string;
  builds: Awaited<ReturnType<typeof api.adminBuilds.list>>["builds"];
};

function Builds({ title, href, builds }: BuildsProps) {
  return (
    <Section title={title} actions={<ButtonLink href={href}>All</ButtonLink>}>
      <DataTable
        caption={title}
        columns={buildColumns}
        rows={builds}
        isDense
        rowKey={(build) => build.id}
        empty={<EmptyState title="No failed builds" />}
      />
    </Section>
  );
}
