import type { MailMessage } from "@/server/mail/render.ts";
import { formatDay } from "@/server/mail/render.ts";
import { ROLE_LABELS } from "@/shared/labels.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";

interface InvitationMail {
  name: string | null;
  inviter: string;
  tenant: string;
  role: TenantRole;
  expiresAt: Date;
  secret: string;
}

/** Mail of an invitation. */
export const invitationMessage = (invitation: InvitationMail): MailMessage => {
  const { name, inviter, tenant, role, expiresAt, secret } = invitation;
  const offer = `${inviter} invited you to the workspace ${tenant} as ${ROLE_LABELS[role].article}.`;
  return {
    subject: `Join ${tenant} on Drydock`,
    preview: offer,
    paragraphs: [...(name ? [`Hi ${name},`] : []), offer],
    action: { label: "Accept invitation", path: `/invite/${secret}` },
    note: `The link works once and expires on ${formatDay(expiresAt)}.`,
    reason: `You get this email because ${inviter} invited this address. If you don’t expect it, ignore it.`,
  };
};
