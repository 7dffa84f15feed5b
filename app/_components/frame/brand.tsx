import classes from "./brand.module.css";

/** Logo: a hull on blocks between the walls of a dock. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
      <rect width="32" height="32" rx="7" />
      <path
        className={classes.dock}
        d="M5.5 9v13.5a3 3 0 0 0 3 3h15a3 3 0 0 0 3-3V9"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        className={classes.hull}
        d="M10.5 10.5h11l-2 8.2a1.6 1.6 0 0 1-1.56 1.22h-3.88A1.6 1.6 0 0 1 12.5 18.7z"
      />
      <path className={classes.dock} d="M13 22.6h6" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** Logo and name. In a crowded bar, phones show the logo alone. */
export function Brand({ isCrowded = false }: { isCrowded?: boolean }) {
  return (
    <span className={classes.brand} data-crowded={isCrowded || undefined}>
      <BrandMark />
      <span className={classes.name}>Drydock</span>
    </span>
  );
}
