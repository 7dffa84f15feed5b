import { ACME, fixedId, GLOBEX, INITECH } from "../ids.ts";
import { approved, type DemoItem, rejected, suspended, withdrawn } from "./item.ts";

export const APP_PLUGINS: DemoItem[] = [
  {
    id: fixedId("c001"),
    type: "APP_PLUGIN",
    tenantId: ACME,
    slug: "offline-sync",
    name: "Offline Sync",
    description:
      "Keeps forms and photos on the device while there is no network and sends them when it returns.",
    registeredDaysAgo: 9,
    versions: [],
  },
  {
    id: fixedId("c004"),
    type: "APP_PLUGIN",
    tenantId: GLOBEX,
    slug: "globex-maps",
    name: "Globex Maps",
    description: "Vector maps with depots, routes and live positions, also without a network.",
    registeredDaysAgo: 12,
    versions: [],
  },
  {
    type: "APP_PLUGIN",
    tenantId: ACME,
    slug: "photo-annotate",
    name: "Photo Annotate",
    description:
      "Lets people draw, write and measure on the photos they take in an app. Notes stay separate from the picture, so the original is never lost, and everything can be exported as one flat image for a report.",
    registeredDaysAgo: 83,
    versions: [
      {
        version: "1.0.0",
        submittedDaysAgo: 82,
        changelog: "First release: pen, arrow, text and ruler.",
        acts: [approved(7.5, "Clear and tidy. Welcome to the marketplace.")],
      },
      {
        version: "1.1.0",
        submittedDaysAgo: 41,
        changelog: "### New\n\n- Undo and redo\n- Export in full resolution",
        acts: [
          rejected(
            19,
            "BROKEN",
            "Export stops with an empty file on photos larger than 12 megapixels. We tried three devices. Everything else is fine, so please fix that one and send it again.",
          ),
        ],
      },
      {
        version: "1.1.1",
        submittedDaysAgo: 39,
        changelog:
          "### New\n\n- Undo and redo\n- Export in full resolution\n\n### Fixed\n\n- Export of photos larger than 12 megapixels",
        acts: [approved(4)],
      },
      {
        version: "1.2.0",
        submittedDaysAgo: 1.6,
        changelog: "### New\n\n- Shapes snap to edges in the photo\n- Colours follow the app's theme",
        acts: [],
      },
    ],
  },
  {
    type: "APP_PLUGIN",
    tenantId: ACME,
    slug: "barcode-scan",
    name: "Barcode Scan",
    description:
      "Reads barcodes and two-dimensional codes with the camera, several at a time and in poor light. Results arrive as typed values, and a scan works without a network.",
    registeredDaysAgo: 64,
    versions: [
      {
        version: "2.0.0",
        submittedDaysAgo: 63,
        changelog: "### Changed\n\n- Several codes in one picture\n- **Breaking:** results are a list",
        acts: [approved(11)],
      },
      {
        version: "2.1.0",
        submittedDaysAgo: 0.3,
        changelog: "### New\n\n- Torch switches on by itself in the dark\n\n### Fixed\n\n- Upside-down codes",
        acts: [],
      },
    ],
  },
  {
    type: "APP_PLUGIN",
    tenantId: GLOBEX,
    slug: "route-cache",
    name: "Route Cache",
    description:
      "Stores planned routes and their map tiles before a trip, so that drivers keep their directions where there is no signal. Old routes are cleared by age and by size.",
    registeredDaysAgo: 79,
    versions: [
      {
        version: "1.4.0",
        submittedDaysAgo: 78,
        changelog: "First version in the marketplace.",
        acts: [approved(26)],
      },
      {
        version: "1.5.0",
        submittedDaysAgo: 36,
        changelog:
          "### New\n\n- Tiles load in the background while charging\n\n### Fixed\n\n- Half the storage per route",
        acts: [approved(5.5)],
      },
      {
        version: "1.6.0",
        submittedDaysAgo: 0.9,
        changelog: "### New\n\n- Detours are cached as soon as they are known",
        acts: [],
      },
    ],
  },
  {
    type: "APP_PLUGIN",
    tenantId: GLOBEX,
    slug: "voice-memo",
    name: "Voice Memo",
    description: "Adds spoken notes to any record and writes them out as text on the device itself.",
    registeredDaysAgo: 30,
    versions: [
      {
        version: "0.1.0",
        submittedDaysAgo: 29,
        changelog: null,
        acts: [
          rejected(
            2.5,
            "SECRETS_IN_ARCHIVE",
            "The file config/speech.json holds a live key of the speech service. Revoke it before anything else: whoever downloads the plugin could use it.",
          ),
        ],
      },
      {
        version: "0.1.1",
        submittedDaysAgo: 27,
        changelog: "### Fixed\n\n- The key is read from the app's settings",
        acts: [withdrawn(16, "We want to move to on-device transcription first.")],
      },
    ],
  },
  {
    type: "APP_PLUGIN",
    tenantId: INITECH,
    slug: "calendar-link",
    name: "Calendar Link",
    description:
      "Shows the bookings of an app in the phone's own calendar and keeps both in step. People choose which calendar is used and can disconnect it at any time.",
    registeredDaysAgo: 71,
    versions: [
      {
        version: "3.0.0",
        submittedDaysAgo: 70,
        changelog: "### Changed\n\n- Rewritten on the calendar interface of the current systems",
        acts: [
          approved(31),
          suspended(310, "BROKEN", "Deletes entries that it did not make when the time zone changes."),
          approved(52, "The entries came from a faulty test calendar. Sorry for the trouble."),
        ],
      },
      {
        version: "3.1.0",
        submittedDaysAgo: 22,
        changelog: "### New\n\n- Colours per room",
        acts: [approved(13), withdrawn(190, "Colours are hard to tell apart; a better version follows.")],
      },
    ],
  },
];
