import { ACME, fixedId, GLOBEX, INITECH } from "../ids.ts";
import { approved, type DemoItem, rejected, suspended } from "./item.ts";

export const SYSTEM_PLUGINS: DemoItem[] = [
  {
    id: fixedId("c002"),
    type: "SYSTEM_PLUGIN",
    tenantId: ACME,
    slug: "audit-export",
    name: "Audit Export",
    description: "Writes the audit log to a bucket every night, one signed file a day.",
    registeredDaysAgo: 8,
    versions: [],
  },
  {
    type: "SYSTEM_PLUGIN",
    tenantId: ACME,
    slug: "build-digest",
    name: "Build Digest",
    description:
      "Sums up the builds of a day or a week: what failed, what became slower, and which branch has been red for how long. The digest is sent when the team starts work, in its own time zone.",
    registeredDaysAgo: 77,
    versions: [
      {
        version: "0.9.0",
        submittedDaysAgo: 76,
        changelog: "First public version.",
        acts: [approved(44)],
      },
      {
        version: "1.0.0",
        submittedDaysAgo: 48,
        changelog:
          "### New\n\n- Weekly digest\n- Median durations per platform\n\n### Fixed\n\n- Cancelled builds count no more",
        acts: [approved(9)],
      },
      {
        version: "1.0.1",
        submittedDaysAgo: 18,
        changelog: "### Fixed\n\n- Summer time",
        acts: [
          approved(6),
          suspended(
            96,
            "BROKEN",
            "Sends the digest of one team to the members of all teams. Version 1.0.0 stays available until this is fixed.",
          ),
        ],
      },
    ],
  },
  {
    type: "SYSTEM_PLUGIN",
    tenantId: GLOBEX,
    slug: "sso-bridge",
    name: "SSO Bridge",
    description:
      "Connects the platform's sign-in with a company directory. Groups become roles, and people who leave the directory lose their access within minutes.",
    registeredDaysAgo: 68,
    versions: [
      {
        version: "0.3.0",
        submittedDaysAgo: 67,
        changelog: "Preview for early users.",
        acts: [
          rejected(
            28,
            "EXCESSIVE_PERMISSIONS",
            "Asks for permission to read builds and to write files. Neither is used for signing in; please remove both or tell us what they are for.",
          ),
        ],
      },
      {
        version: "0.4.0",
        submittedDaysAgo: 61,
        changelog: "### Changed\n\n- Asks for no more than the directory\n\n### New\n\n- Groups become roles",
        acts: [approved(15, "Thank you for trimming the permissions.")],
      },
      {
        version: "0.5.0",
        submittedDaysAgo: 14,
        changelog: "### New\n\n- Several directories for one tenant",
        acts: [
          approved(3),
          suspended(
            60,
            "SECURITY_RISK",
            "An assertion without a signature is accepted when two directories are configured.",
          ),
        ],
      },
    ],
  },
  {
    type: "SYSTEM_PLUGIN",
    tenantId: INITECH,
    slug: "cost-report",
    name: "Cost Report",
    description:
      "Shows what builds and storage cost per app and month, and warns when a budget is about to be used up.",
    registeredDaysAgo: 25,
    versions: [
      {
        version: "1.0.0-rc.1",
        submittedDaysAgo: 24,
        changelog: "Release candidate: everything but the warnings.",
        acts: [approved(37)],
      },
      {
        version: "1.0.0",
        submittedDaysAgo: 3.1,
        changelog:
          "### New\n\n- Warnings at 50, 80 and 100 % of a budget\n\n### Fixed\n\n- Months are those of the tenant's zone",
        acts: [],
      },
    ],
  },
];
