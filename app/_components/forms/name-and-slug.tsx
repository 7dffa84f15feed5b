import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

type Field = Pick<TextInputProps, "onChange">;

type NameAndSlugProps = {
  fieldProps: (field: "name" | "slug") => Field;
  setSlug: (slug: string) => void;
  nameHint?: string;
  slugHint: string;
};

/** Fields for a name and a slug. The slug follows the name until it is edited. */
export function NameAndSlug({ fieldProps, setSlug, nameHint, slugHint }: NameAndSlugProps) {
  const [isSlugEdited, setIsSlugEdited] = useState(false);
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
          if (!isSlugEdited) setSlug(slugify(event.currentTarget.value));
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
          setIsSlugEdited(event.currentTarget.value !== "");
          slug.onChange?.(event);
        }}
      />
    </>
  );
}

/** Slug of a name: lower-case ASCII letters and digits, joined by hyphens. It may be too short to be valid. */
export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 64)
    .replace(/-$/, "");
}
