"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import type { TenantRole } from "@/db/schema/vocabulary.ts";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { KeyValueList } from "../../../_ui/data/values";
import { Section } from "../../../_ui/page/section";
import { describeRole } from "../words";
import { RemoveMember } from "./remove-member";
import { RenameForm } from "./rename-form";
import classes from "./settings.module.css";

const WHOLE_ID = 36;

type TenantFactsProps = {
  tenant: { id: string; slug: string; name: string; role: TenantRole };
  self: { userId: string; name: string };
};

export function TenantFacts({ tenant, self }: TenantFactsProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const { role } = tenant;
  return (
    <>
      <Section title="Identity" isCard>
        <KeyValueList
          items={[
            ...(role === "OWNER" ? [] : [{ label: "Name", value: tenant.name }]),
            { label: "Address", value: <CopyableId id={tenant.slug} label="slug" shownLength={64} /> },
            {
              label: "Tenant id",
              value: <CopyableId id={tenant.id} label="tenant id" shownLength={WHOLE_ID} />,
            },
            { label: "Your role", value: describeRole(role).label },
          ]}
        />
      </Section>
      {role === "OWNER" && (
        <div className={classes.apart}>
          <Section title="Name">
            <RenameForm tenant={tenant.slug} name={tenant.name} />
          </Section>
        </div>
      )}
      <div className={classes.apart}>
        <Section title="Leave" isCard>
          <div className={classes.leave}>
            <p>
              You lose sight of the tenant, and your API tokens of it stop working. Its last owner cannot
              leave.
            </p>
            <Button variant="default" onClick={() => setIsLeaving(true)}>
              Leave the tenant
            </Button>
          </div>
        </Section>
      </div>
      <RemoveMember
        tenant={tenant.slug}
        member={{ ...self, email: null, role, isSelf: true, joinedAt: "", lastUsedAt: null }}
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
      />
    </>
  );
}
