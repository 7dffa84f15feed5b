import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DOCS } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { Chapter, Doc, RichText } from "@/app/(site)/docs/_components/doc.tsx";
import { routePath } from "@/app/(site)/docs/api/_content/route-doc.ts";
import { errorCodesOf } from "@/server/http/openapi.ts";
import { ROUTES } from "@/server/rest.ts";
import { ERROR_CODES, STATUS_OF_KIND } from "@/shared/errors.ts";
import { ERROR_DOCS, errorCodes, errorPath, findErrorCode } from "../_content/error-docs";
import classes from "./page.module.css";

const CODES = errorCodes.map((code) => ({ path: errorPath(code), title: code }));

type ErrorCodePageProps = { params: Promise<{ code: string }> };

async function readCode({ params }: ErrorCodePageProps) {
  return findErrorCode((await params).code) ?? notFound();
}

export async function generateMetadata(props: ErrorCodePageProps): Promise<Metadata> {
  return { title: await readCode(props) };
}

export default async function ErrorCodePage(props: ErrorCodePageProps) {
  const code = await readCode(props);
  const { kind, title } = ERROR_CODES[code];
  const { meaning, causes, cures } = ERROR_DOCS[code];
  const routes = ROUTES.filter((route) => errorCodesOf(route.spec).includes(code));
  return (
    <Doc page={{ path: errorPath(code), title: code }} lead={title} parent={DOCS.errors} pages={CODES}>
      <p className={classes.status}>
        Status <strong>{STATUS_OF_KIND[kind]}</strong>
      </p>
      <Chapter id="meaning" title="Meaning">
        <p>
          <RichText text={meaning} />
        </p>
      </Chapter>
      <Chapter id="cause" title="Causes">
        <Sentences texts={causes} />
      </Chapter>
      <Chapter id="cure" title="Fix">
        <Sentences texts={cures} />
      </Chapter>
      {routes.length > 0 && (
        <Chapter id="endpoints" title="Endpoints">
          <ul>
            {routes.map((route) => (
              <li key={route.method + route.path}>
                <Link href={routePath(route)}>
                  <code>
                    {route.method} {route.path}
                  </code>
                </Link>
              </li>
            ))}
          </ul>
        </Chapter>
      )}
    </Doc>
  );
}

function Sentences({ texts }: { texts: readonly string[] }) {
  const [only, ...others] = texts;
  if (only && others.length === 0) {
    return (
      <p>
        <RichText text={only} />
      </p>
    );
  }
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>
          <RichText text={text} />
        </li>
      ))}
    </ul>
  );
}
