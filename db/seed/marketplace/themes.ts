import { ACME, fixedId, GLOBEX, INITECH } from "../ids.ts";
import { approved, type DemoItem, rejected, withdrawn } from "./item.ts";
import {
  HARBOUR_MIST,
  HARBOUR_MIST_1_0,
  HIGH_NOON,
  LEDGER_GREEN,
  LEDGER_GREEN_1_0,
  NORDIC_NIGHT,
  PAPER_TRAIL,
  PAPER_TRAIL_1_0,
} from "./looks.ts";

export const THEMES: DemoItem[] = [
  {
    id: fixedId("c003"),
    type: "THEME",
    tenantId: ACME,
    slug: "nordic-night",
    name: "Nordic Night",
    description: "A dark theme in the colours of a winter evening, with one clear light for what matters.",
    registeredDaysAgo: 6,
    versions: [],
    themeConfig: NORDIC_NIGHT,
  },
  {
    type: "THEME",
    tenantId: ACME,
    slug: "paper-trail",
    name: "Paper Trail",
    description:
      "Warm paper, ink and a serif for headings. Made for apps in which people read and write more than they tap.",
    registeredDaysAgo: 74,
    versions: [
      {
        version: "1.0.0",
        submittedDaysAgo: 73,
        changelog: "First release.",
        acts: [approved(8)],
        themeConfig: PAPER_TRAIL_1_0,
      },
      {
        version: "1.1.0",
        submittedDaysAgo: 45,
        changelog: "### Changed\n\n- Larger line height in long texts\n- Links are underlined",
        acts: [approved(2.5)],
      },
      {
        version: "2.0.0-beta.1",
        submittedDaysAgo: 11,
        changelog: "### Changed\n\n- New dark palette",
        acts: [withdrawn(20, "Sent by mistake; the palette is not final.")],
      },
    ],
    themeConfig: PAPER_TRAIL,
  },
  {
    type: "THEME",
    tenantId: ACME,
    slug: "harbour-mist",
    name: "Harbour Mist",
    description: "Cool greys and a calm blue, with generous space and round corners.",
    registeredDaysAgo: 16,
    versions: [
      {
        version: "1.0.0",
        submittedDaysAgo: 15,
        changelog: "First release.",
        acts: [
          rejected(
            22,
            "ACCESSIBILITY",
            "Muted text reaches a contrast of 2.9 on the light background; WCAG AA asks for 4.5. The dark palette is fine.",
          ),
        ],
        themeConfig: HARBOUR_MIST_1_0,
      },
      {
        version: "1.0.1",
        submittedDaysAgo: 6.2,
        changelog: "### Fixed\n\n- Muted text is darker on light backgrounds",
        acts: [],
      },
    ],
    themeConfig: HARBOUR_MIST,
  },
  {
    type: "THEME",
    tenantId: GLOBEX,
    slug: "high-noon",
    name: "High Noon",
    description:
      "Black on white and white on black, heavy type and large targets. Can be read in full sunlight and used with gloves.",
    registeredDaysAgo: 58,
    versions: [
      { version: "1.0.0", submittedDaysAgo: 57, changelog: "First release.", acts: [approved(17)] },
      {
        version: "1.0.1",
        submittedDaysAgo: 33,
        changelog: "### Fixed\n\n- Focus ring on yellow buttons",
        acts: [approved(1.5)],
      },
    ],
    themeConfig: HIGH_NOON,
  },
  {
    type: "THEME",
    tenantId: INITECH,
    slug: "ledger-green",
    name: "Ledger Green",
    description: "Narrow rows, tabular numerals and a quiet green for apps that are mostly tables.",
    registeredDaysAgo: 52,
    versions: [
      {
        version: "1.0.0",
        submittedDaysAgo: 51,
        changelog: "First release.",
        acts: [approved(33)],
        themeConfig: LEDGER_GREEN_1_0,
      },
      {
        version: "1.1.0",
        submittedDaysAgo: 0.06,
        changelog:
          "### New\n\n- A dark palette\n\n### Changed\n\n- Rows stand closer together\n- A calmer green",
        acts: [],
      },
    ],
    themeConfig: LEDGER_GREEN,
  },
];
