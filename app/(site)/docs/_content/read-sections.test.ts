import { createElement as h } from "react";
import { describe, expect, it } from "vitest";
import { readSections, readText } from "./read-sections";

const Part = ({ id, title, children }: { id: string; title: string; children?: unknown }) =>
  h(
    "section",
    { id },
    h("h2", null, title, h("a", { href: `#${id}`, "data-anchor": "" }, "Link")),
    children as string,
  );

describe("readSections", () => {
  it("splits a page of components at its ids, with heading, level and text", () => {
    const page = h(
      "article",
      null,
      h("h1", null, "CLI"),
      h("details", null, h("summary", null, "On this page"), h("nav", null, "Setup")),
      h("p", null, "From the ", h("code", null, "terminal"), "."),
      h(Part, { id: "set-up", title: "Setup" }, h("p", null, "Install it."), h("p", null, "Run it.")),
    );
    expect(readSections(page)).toEqual([
      { id: "", title: "CLI", level: 1, text: "From the terminal." },
      { id: "set-up", title: "Setup", level: 2, text: "Install it. Run it." },
    ]);
  });

  it("gives text after an inner section to the outer one", () => {
    const inner = h("section", { key: 1, id: "inner" }, h("h3", null, "Inner"), "in");
    expect(
      readSections(h("section", { id: "outer" }, h("h2", null, "Outer"), [inner, " after"])),
    ).toMatchObject([
      { id: "", text: "" },
      { id: "outer", text: "after" },
      { id: "inner", level: 3, text: "in" },
    ]);
  });

  it("names an item of a list by its term, which is no heading", () => {
    const item = h("div", { id: "reason-other" }, h("dt", null, "Other"), h("dd", null, "See the comment."));
    expect(readSections(h("dl", null, item))[1]).toEqual({
      id: "reason-other",
      title: "Other",
      level: 0,
      text: "See the comment.",
    });
  });

  it("reads of client components only the children, and no navigation or search", () => {
    const client = Object.assign(
      () => {
        throw new Error("called");
      },
      { $$typeof: Symbol.for("react.client.reference") },
    );
    const page = h("p", null, h(client, null, "a link"), h("nav", null, "menu"), h("search", null, "field"));
    expect(readText(page)).toBe("a link");
  });
});
