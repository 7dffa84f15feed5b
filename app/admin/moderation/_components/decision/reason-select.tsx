import { Select } from "@mantine/core";
import { REASON_IDS, REASONS, type ReasonId } from "@/server/domains/listings/policy.ts";

type ReasonSelectProps = {
  value: ReasonId | null;
  onChange: (reason: ReasonId) => void;
  /** Listed first. */
  suggested?: readonly ReasonId[];
  description?: string | undefined;
  error: string | false;
};

const toOption = (value: ReasonId) => ({ value, label: REASONS[value].title });

/** Searchable list of the reasons for a rejection or suspension. */
export function ReasonSelect({ value, onChange, suggested = [], description, error }: ReasonSelectProps) {
  const others = REASON_IDS.filter((id) => !suggested.includes(id));
  return (
    <Select
      label="Reason"
      description={description}
      placeholder="Select a reason"
      required
      withAsterisk={false}
      searchable
      nothingFoundMessage="No matching reason"
      data={
        suggested.length > 0
          ? [
              { group: "Suggested by findings", items: suggested.map(toOption) },
              { group: "Other reasons", items: others.map(toOption) },
            ]
          : others.map(toOption)
      }
      value={value}
      onChange={(reason) => reason && onChange(reason as ReasonId)}
      // What is typed replaces the selected reason.
      onFocus={(event) => event.currentTarget.select()}
      allowDeselect={false}
      maxDropdownHeight={320}
      error={error}
    />
  );
}
