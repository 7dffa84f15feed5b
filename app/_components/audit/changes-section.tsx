import { CopyButton } from "@/app/_ui/actions/copy-button.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { ChangeTable } from "./change-table";
import type { Fields } from "./changes";

/** Changed fields of an audit entry, which can be copied as JSON. */
export function ChangesSection({ before, after }: { before: Fields; after: Fields }) {
  return (
    <Section
      title="Changes"
      actions={
        (before || after) && (
          <CopyButton text={JSON.stringify({ before, after }, null, 2)} label="Copy changes as JSON" />
        )
      }
    >
      <ChangeTable before={before} after={after} />
    </Section>
  );
}
