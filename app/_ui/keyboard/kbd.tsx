import classes from "./kbd.module.css";

const names: Record<string, string> = {
  mod: "Ctrl",
  enter: "Enter",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
};

/** "mod+k" as keycaps. `isMac` shows the reader's own modifier; unknown, as on the server, it is Ctrl. */
export function Kbd({ keys, isMac = false }: { keys: string; isMac?: boolean }) {
  return (
    <span className={classes.keys}>
      {keys.split("+").map((key) => (
        <kbd key={key} className={classes.key}>
          {key === "mod" && isMac ? "⌘" : (names[key] ?? key.toUpperCase())}
        </kbd>
      ))}
    </span>
  );
}
