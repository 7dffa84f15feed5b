import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

type Field = Pick<TextInputProps, "onChange">;

type NameAndSlugProps = {
  fieldProps: (field: "name" | "slug") => Field;
  setSlug: (slug: string) => void;
  nameHint?: string;
  slugHint: string;
};

/** A name, and the slug that it suggests until somebody writes one. */
export function NameAndSlug({ fieldProps, setSlug, nameHint, slugHint }: NameAndSlugProps) {
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const [name, slug] = [fieldProps("name"), fieldProps("slug")];
  return (
    <>
      <TextInput
        data-autofocus
        label="Name"
        description={nameHint}
        required
        autoComplete="off"
        {...name}
        onChange={(event) => {
          name.onChange?.(event);
          if (!isSlugOwn) setSlug(slugOfName(event.currentTarget.value));
        }}
      />
      <TextInput
        label="Slug"
        description={slugHint}
        required
        autoComplete="off"
        spellCheck={false}
        {...slug}
        onChange={(event) => {
          setIsSlugOwn(event.currentTarget.value !== "");
          slug.onChange?.(event);
        }}
      />
    </>
  );
}

/** The slug that a name suggests: lower-case words of ASCII letters and digits; perhaps too short for one. */
export function slugOfName(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 64)
    .replace(/-+$/, "");
}
