import { IconArrowRight } from "@tabler/icons-react";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import classes from "./terminal.module.css";

const steps = [
  { does: "Create a plugin", command: "cli plugin create offline-sync --type app" },
  { does: "Build the archive", command: "cli plugin build" },
  { does: "Submit for review", command: "cli plugin publish" },
];

/** Sample terminal session that publishes a plugin, with the states that follow. */
export function Terminal() {
  return (
    <figure className={classes.terminal}>
      <ol className={classes.steps}>
        {steps.map(({ does, command }) => (
          <li key={command}>
            <span className={classes.comment}># {does}</span>
            <code className={classes.command}>
              <span className={classes.prompt} aria-hidden="true">
                $
              </span>
              {command.split(" ").map((word) => (
                <span key={word} className={classes.word}>
                  {word}{" "}
                </span>
              ))}
            </code>
          </li>
        ))}
      </ol>
      <figcaption className={classes.after}>
        <StatusBadge status="PENDING_APPROVAL" />
        <IconArrowRight size={14} stroke={1.75} className={classes.arrow} aria-hidden="true" />
        <span className="visually-hidden">becomes</span>
        <StatusBadge status="APPROVED" />
      </figcaption>
    </figure>
  );
}
