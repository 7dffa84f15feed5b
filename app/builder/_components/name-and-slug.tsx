import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { slugOfName } from "./slug-of-name";

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
