import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { ERROR_CODES, type ErrorCode, STATUS_OF_KIND } from "@/shared/errors.ts";
import { Chapter, Doc } from "../_components/doc";
import { errorCodes, errorPath } from "./_content/error-docs";

export const metadata: Metadata = { title: DOCS.errors.title };

const EXAMPLE = `{
  "type": "/docs/errors/version-exists",
  "title": "Version already exists",
  "status": 409,
  "detail": "offline-sync 1.0.0 was already submitted. Each version number can be used once.",
  "code": "VERSION_EXISTS",
  "requestId": "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be001"
}`;

export default function ErrorsPage() {
  return (
    <Doc
      page={DOCS.errors}
      lead="Errors of the REST API are problem documents (RFC 9457) with the media type application/problem+json."
    >
      <Chapter id="shape" title="Format">
        <CopyableCode code={EXAMPLE} label="Example" />
        <p>
          <code>code</code> is for programs, <code>detail</code> is for people, and <code>type</code> links to
          the page of the code. <code>errors</code> lists every invalid field with its path.{" "}
          <code>requestId</code> is also in <code>X-Request-Id</code>. Include it in bug reports.
        </p>
      </Chapter>
      <Chapter id="codes" title="All codes">
        <DataTable
          caption="Error codes"
          columns={[
            { key: "code", header: "Code", cell: (code: ErrorCode) => <code>{code}</code> },
            {
              key: "status",
              header: "Status",
              align: "end",
              cell: (code) => STATUS_OF_KIND[ERROR_CODES[code].kind],
            },
            { key: "title", header: "Meaning", isWide: true, cell: (code) => ERROR_CODES[code].title },
          ]}
          rows={errorCodes}
          rowKey={(code) => code}
          rowHref={errorPath}
        />
      </Chapter>
    </Doc>
  );
}
