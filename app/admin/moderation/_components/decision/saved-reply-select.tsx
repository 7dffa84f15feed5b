import { Select } from "@mantine/core";
import { trpc } from "@/app/_trpc/client.tsx";

/** List of saved replies; choosing one inserts its text. Absent while there is none. */
export function SavedReplySelect({ onInsert }: { onInsert: (text: string) => void }) {
  const { data: replies = [] } = trpc.adminSavedReplies.list.useQuery();
  if (replies.length === 0) return null;
  return (
    <Select
      label="Saved reply"
      placeholder="Insert a saved reply"
      searchable
      nothingFoundMessage="No matching reply"
      data={replies.map(({ id, title }) => ({ value: id, label: title }))}
      value={null}
      onChange={(chosen) => {
        const reply = replies.find(({ id }) => id === chosen);
        if (reply) onInsert(reply.text);
      }}
      maxDropdownHeight={240}
    />
  );
}
