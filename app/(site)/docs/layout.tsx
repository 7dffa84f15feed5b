import {
  IconAlertTriangle,
  IconApi,
  IconHammer,
  IconListCheck,
  IconPackage,
  IconPuzzle,
  IconRocket,
  IconShieldCheck,
  IconTerminal2,
  IconWebhook,
} from "@tabler/icons-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SideNav } from "../../_ui/frame/nav";
import docsNavClasses from "./docs-nav.module.css";
import classes from "./layout.module.css";

export const metadata: Metadata = { title: { default: "Docs", template: "%s · Docs · Drydock" } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.docs}>
      <DocsNav />
      <div className={classes.content}>{children}</div>
    </div>
  );
}

const icon = { size: 18, stroke: 1.6 };

function DocsNav() {
  return (
    <div className={docsNavClasses.nav}>
      <SideNav
        label="Documentation"
        nav={[
          { href: "/docs", label: "Quick start", icon: <IconRocket {...icon} />, isExact: true },
          { href: "/docs/cli", label: "CLI", icon: <IconTerminal2 {...icon} /> },
          { href: "/docs/moderation", label: "Moderation", icon: <IconShieldCheck {...icon} /> },
          { href: "/docs/installations", label: "Installations", icon: <IconPuzzle {...icon} /> },
          { href: "/docs/workers", label: "Build workers", icon: <IconHammer {...icon} /> },
          { href: "/docs/registry", label: "Registry", icon: <IconPackage {...icon} /> },
          { href: "/docs/api", label: "REST reference", icon: <IconApi {...icon} /> },
          { href: "/docs/callbacks", label: "Callbacks", icon: <IconWebhook {...icon} /> },
          { href: "/docs/checks", label: "Automated checks", icon: <IconListCheck {...icon} /> },
          { href: "/docs/errors", label: "Errors", icon: <IconAlertTriangle {...icon} /> },
        ]}
      />
    </div>
  );
}
