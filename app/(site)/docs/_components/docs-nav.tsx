import {
  IconAlertTriangle,
  IconApi,
  IconHammer,
  IconListCheck,
  IconRocket,
  IconShieldCheck,
  IconTerminal2,
  IconWebhook,
} from "@tabler/icons-react";
import { SideNav } from "../../../_ui/frame/nav";
import classes from "./docs-nav.module.css";

const icon = { size: 18, stroke: 1.6 };

export function DocsNav() {
  return (
    <div className={classes.nav}>
      <SideNav
        label="Documentation"
        nav={[
          { href: "/docs", label: "Quick start", icon: <IconRocket {...icon} />, isExact: true },
          { href: "/docs/cli", label: "Command line", icon: <IconTerminal2 {...icon} /> },
          { href: "/docs/moderation", label: "Moderation", icon: <IconShieldCheck {...icon} /> },
          { href: "/docs/workers", label: "Build workers", icon: <IconHammer {...icon} /> },
          { href: "/docs/api", label: "REST reference", icon: <IconApi {...icon} /> },
          { href: "/docs/callbacks", label: "Callbacks", icon: <IconWebhook {...icon} /> },
          { href: "/docs/checks", label: "Automated checks", icon: <IconListCheck {...icon} /> },
          { href: "/docs/errors", label: "Errors", icon: <IconAlertTriangle {...icon} /> },
        ]}
      />
    </div>
  );
}
