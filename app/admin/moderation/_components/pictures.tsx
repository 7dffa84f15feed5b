import { StoredImage } from "@/app/_components/theme/gallery.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./pictures.module.css";

type Found = NonNullable<RouterOutputs["adminModeration"]["pictures"]>;
type Picture = Found["submitted"][number];

const KIND_LABELS: Record<Picture["kind"], string> = {
  icon: "Icon",
  screenshot: "Screenshot",
  readme: "README image",
};

/** Pictures of the archive as submitted, each beside the one of the same path in the approved version. */
export function Pictures({ found, version }: { found: Found | null; version: string }) {
  if (!found || found.submitted.length + found.approved.length === 0) return null;
  const { submitted, approved, comparedWith } = found;
  const removed = approved.filter((picture) => !findSame(submitted, picture));
  return (
    <Section title="Images" description={comparedWith ? `Compared with ${comparedWith}` : "First version"}>
      <ul className={classes.list}>
        {submitted.map((picture) => {
          const before = findSame(approved, picture);
          return (
            <li key={picture.variantsUrl} className={classes.pair}>
              {comparedWith && <Side picture={before} title={`${comparedWith}, approved`} />}
              <Side picture={picture} title={`${version}, submitted`} />
            </li>
          );
        })}
        {removed.map((picture) => (
          <li key={picture.variantsUrl} className={classes.pair}>
            <Side picture={picture} title={`${comparedWith}, approved`} />
            <Side picture={undefined} title={`${version}, submitted`} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const findSame = (pictures: readonly Picture[], { kind, path }: Picture) =>
  pictures.find((other) => other.kind === kind && other.path === path);

function Side({ picture, title }: { picture: Picture | undefined; title: string }) {
  return (
    <figure className={classes.side}>
      <figcaption>{title}</figcaption>
      {picture ? (
        <>
          <StoredImage
            pathAt={(width) => `${picture.variantsUrl}/${width}`}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
          />
          <p className={classes.about}>
            {KIND_LABELS[picture.kind]} <code>{picture.path}</code>, {picture.width} × {picture.height}
            {picture.alt && `: ${picture.alt}`}
          </p>
        </>
      ) : (
        <p className={classes.about}>None</p>
      )}
    </figure>
  );
}
