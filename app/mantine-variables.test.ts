import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MANTINE_VARIABLES_CSS } from "./mantine-variables";
import { cssVariables, theme } from "./theme";

it("has the variables that Mantine's provider renders", () => {
  const markup = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables, withGlobalClasses: false }),
  );
  expect(markup).toContain(`>${MANTINE_VARIABLES_CSS}</style>`);
});
