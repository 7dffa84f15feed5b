import { DownloadBody } from "@/server/http/download.ts";
import { errorCodesOf } from "@/server/http/openapi.ts";
import type { AnyRouteSpec } from "@/server/http/route.ts";
import { ERROR_CODES, type ErrorCode, STATUS_OF_KIND } from "@/server/platform/errors.ts";
import { Link } from "../../../../_ui/page/link";
import { errorPath } from "../../errors/error-address";
import classes from "./answers.module.css";
import { FieldList } from "./field-list";

const WORDS: Record<number, string> = {
  206: "The range that was asked for",
  304: "Not modified, without a body",
};

type AnswersProps = { spec: AnyRouteSpec; headers: Readonly<Record<string, string>> };

/** The statuses of a route: its successes, and each refusal with the codes it may carry. */
export function Answers({ spec, headers }: AnswersProps) {
  const isDownload = spec.response === DownloadBody;
  const successes = [
    ...[spec.status, ...(spec.otherStatuses ?? [])],
    ...(isDownload ? [206] : []),
    ...(spec.isConditional || isDownload ? [304] : []),
  ];
  return (
    <>
      <h4 className={classes.title}>Answers</h4>
      <ul className={classes.list}>
        {successes.sort().map((status) => (
          <li key={status} className={classes.answer}>
            <span className={classes.status}>{status}</span>
            <span className={classes.codes}>{WORDS[status] ?? "Success"}</span>
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
        title="Headers of the answer"
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
