import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { describeListingType, findTypeBySegment } from "@/app/_components/labels/listing-type.tsx";
import { appsPath, installPath } from "@/app/_paths/builder.ts";
import { itemPath, marketHref } from "@/app/_paths/marketplace.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { ItemIcon } from "@/app/builder/[tenant]/_components/installations/item-labels.tsx";
import { HoldNotice } from "@/app/builder/[tenant]/_components/installations/notices.tsx";
import { PermissionList } from "@/app/builder/[tenant]/_components/installations/permission-list.tsx";
import { getInstallOptions, openBuilder } from "@/app/builder/access.ts";
import { isolate } from "@/shared/text/isolate.ts";
import classes from "./_components/install.module.css";
import { InstallForm } from "./_components/install-form";

type InstallPageProps = { params: Promise<{ tenant: string; type: string; slug: string }> };

export async function generateMetadata({ params }: InstallPageProps): Promise<Metadata> {
  return { title: `Install ${(await findOptions(await params)).options.item.name}` };
}

export default async function InstallPage({ params }: InstallPageProps) {
  const { tenant, tenants, options, canManage } = await findOptions(await params);
  const { item, version, lacksCode, permissions, targets, hold } = options;
  const others = tenants.filter(({ slug }) => slug !== tenant.slug);
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: "Marketplace", href: marketHref({}) },
          { label: item.name, href: itemPath(item) },
        ]}
        title={`Install ${item.name}`}
        icon={<ItemIcon type={item.type} icon={item.icon} size="md" />}
        description={`${describeListingType(item.type)} ${version} by ${item.publisher}`}
      />
      <div className={classes.page}>
        {lacksCode ? (
          <EmptyState
            isFramed
            title="No code to install"
            description={`${isolate(item.name)} ${version} is listed without an archive. It can be installed once its publisher publishes a version with one.`}
            action={<ButtonLink href={itemPath(item)}>View item</ButtonLink>}
          />
        ) : (
          <>
            {hold && (
              <HoldNotice
                version={hold.version}
                hold={hold}
                advice={hold.version === version ? "" : `Installs ${version} instead.`}
              />
            )}
            <Section
              title="Permissions"
              description={permissions.length > 0 && canManage && "Installing accepts them"}
              isCard
            >
              {permissions.length > 0 ? (
                <PermissionList names={permissions} />
              ) : (
                <p className={classes.none}>This version requests no permissions.</p>
              )}
            </Section>
            <Section title={item.type === "SYSTEM_PLUGIN" ? "Workspace" : "App"}>
              {targets.length === 0 ? (
                <EmptyState
                  isFramed
                  title="No apps yet"
                  description={`Create an app to install ${item.name} in it.`}
                  action={<ButtonLink href={appsPath(tenant.slug)}>View apps</ButtonLink>}
                />
              ) : (
                <InstallForm tenant={tenant.slug} options={options} canManage={canManage} />
              )}
            </Section>
          </>
        )}
        {others.length > 0 && !lacksCode && (
          <p className={classes.others}>
            Install in another workspace:{" "}
            {others.map(({ slug, name }, index) => (
              <span key={slug}>
                {index > 0 && ", "}
                <Link href={installPath(slug, item)}>{name}</Link>
              </span>
            ))}
          </p>
        )}
      </div>
    </>
  );
}

async function findOptions({ tenant: slug, type: segment, slug: item }: Awaited<InstallPageProps["params"]>) {
  const { tenant, tenants, permissions } = await openBuilder(slug);
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  const options = await getInstallOptions(slug, type, item);
  return { tenant, tenants, options, canManage: permissions.includes("APPS_MANAGE") };
}
