import { Link } from "@/app/_ui/page/link.tsx";
import { FieldList } from "@/app/(site)/docs/_components/field-list.tsx";
import { errorPath } from "@/app/(site)/docs/errors/_content/error-docs.ts";
import { DownloadBody } from "@/server/http/download.ts";
import { errorCodesOf } from "@/server/http/openapi.ts";
import type { AnyRouteSpec } from "@/server/http/route.ts";
import { ERROR_CODES, type ErrorCode, STATUS_OF_KIND } from "@/shared/errors.ts";
import classes from "./responses.module.css";

const STATUS_LABELS: Record<number, string> = {
  206: "Requested range",
  304: "Not modified",
};

type ResponsesProps = { spec: AnyRouteSpec; headers: Readonly<Record<string, string>> };

/** Response statuses of a route: successes, and each error status with its codes. */
export function Responses({ spec, headers }: ResponsesProps) {
  const isDownload = spec.response === DownloadBody;
  const successes = [
    ...[spec.status, ...(spec.otherStatuses ?? [])],
    ...(isDownload ? [206] : []),
    ...(spec.isConditional || isDownload ? [304] : []),
  ];
  return (
    <>
      <h4 className={classes.title}>Responses</h4>
      <ul className={classes.list}>
        {successes.sort().map((status) => (
          <li key={status} className={classes.answer}>
            <span className={classes.status}>{status}</span>
            <span className={classes.codes}>{STATUS_LABELS[status] ?? "Success"}</span>
          </li>
        ))}
        {byStatus(errorCodesOf(spec)).map(([status, codes]) => (
          <li key={status} className={classes.answer}>
            <span className={classes.status}>{status}</span>
            <span className={classes.codes}>
              {codes.map((code) => (
                <Link key={code} href={errorPath(code)} className={classes.code}>
                  {code}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <FieldList
        title="Response headers"
        fields={Object.entries(headers).map(([name, rule]) => ({ name, rule }))}
      />
    </>
  );
}

function byStatus(codes: ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = STATUS_OF_KIND[ERROR_CODES[code].kind];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([one], [other]) => one - other);
}
