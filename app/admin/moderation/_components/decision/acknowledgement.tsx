import { Checkbox } from "@mantine/core";
import { describePlace, type Finding } from "@/app/_components/findings/findings.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import classes from "./decision-panel.module.css";

type AcknowledgementProps = {
  findings: readonly Finding[];
  lacksCode: boolean;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error: string | false;
};

const MAX_LISTED = 5;

/** Checkbox that acknowledges the High findings of a listing, with their names, and that it has no code. */
export function Acknowledgement({ findings, lacksCode, isChecked, onChange, error }: AcknowledgementProps) {
  const listed = findings.slice(0, MAX_LISTED);
  const further = findings.length - listed.length;
  return (
    <Checkbox
      className={classes.acknowledgement}
      label={`Accept ${[
        lacksCode && "that there is no code",
        findings.length > 0 && formatCount(findings.length, "High finding"),
      ]
        .filter(Boolean)
        .join(" and ")}`}
      description={
        <>
          {lacksCode && (
            <span className={classes.acknowledged}>Listed without an archive: it cannot be installed</span>
          )}
          {listed.map((finding) => (
            <span key={finding.fingerprint} className={classes.acknowledged}>
              {finding.title}
              {finding.path && (
                <>
                  {" "}
                  <code>{describePlace(finding)}</code>
                </>
              )}
            </span>
          ))}
          {further > 0 && <span className={classes.acknowledged}>{further} more</span>}
        </>
      }
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
      aria-invalid={error !== false || undefined}
    />
  );
}
