"use client";

import "./globals.css";
import { readDigest } from "./_trpc/problem";
import classes from "./global-error.module.css";

/** The last resort, when the root layout itself fails: it can rely on nothing but this file and its sheets. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = readDigest(error);
  return (
    <html lang="en" className={classes.page}>
      <body className={classes.body}>
        <title>Error · Drydock</title>
        <main>
          <h1 className={classes.title}>Drydock could not be shown</h1>
          <p>Something failed on our side. Trying again often helps.</p>
          {digest && (
            <p>
              If it does not, report the request <code>{digest}</code>.
            </p>
          )}
          <button type="button" className={classes.button} onClick={retry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
