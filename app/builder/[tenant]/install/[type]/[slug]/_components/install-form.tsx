"use client";

import { useState } from "react";
import { installationPath } from "@/app/_paths/builder.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { ChangeVersion } from "@/app/builder/[tenant]/_components/installations/change-version.tsx";
import type { InstallOptions, InstallTarget } from "@/server/domains/apps/installations/view.ts";
import classes from "./install.module.css";

type InstallFormProps = { tenant: string; options: InstallOptions; canManage: boolean };

/** Choice of the app, and the button that installs the item there with consent to its permissions. */
export function InstallForm({ tenant, options, canManage }: InstallFormProps) {
  const { item, version, permissions, targets, hold } = options;
  const initial = targets.find(({ installedVersion }) => installedVersion === null) ?? targets[0];
  const [appId, setAppId] = useState(initial?.appId ?? null);
  const chosen = targets.find((target) => target.appId === appId) ?? initial;
  if (!chosen) return null;
  return (
    <div className={classes.form}>
      <fieldset className={classes.targets}>
        <legend className="visually-hidden">Install in</legend>
        {targets.map((target) => (
          <label key={target.appId ?? "tenant"} className={classes.target}>
            <input
              type="radio"
              name="app"
              checked={target === chosen}
              onChange={() => setAppId(target.appId)}
            />
            <span className={classes.name}>{target.name}</span>
            <span className={classes.note}>{describeTarget(target)}</span>
          </label>
        ))}
      </fieldset>
      {!canManage ? (
        <p className={classes.none}>Viewers can’t install items. Ask an owner or developer.</p>
      ) : chosen.installedVersion === null ? (
        <ChangeVersion
          tenant={tenant}
          appId={chosen.appId}
          type={item.type}
          slug={item.slug}
          name={item.name}
          kind="INSTALL"
          version={version}
          place={chosen.name}
          permissions={permissions}
          updates="MANUAL"
          installed={null}
          isOnHold={hold?.version === version}
        />
      ) : (
        <ButtonLink href={installationPath(tenant, { ...item, appId: chosen.appId })}>
          Manage in {chosen.name}
        </ButtonLink>
      )}
    </div>
  );
}

function describeTarget({ installedVersion, replaces }: InstallTarget): string {
  if (installedVersion) return `${installedVersion} installed`;
  return replaces ? `Replaces ${replaces}` : "";
}
