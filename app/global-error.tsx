"use client";

import "./globals.css";
import { readDigest } from "./_trpc/problem";
import classes from "./global-error.module.css";

/** Error page for a failure of the root layout: it uses nothing but this file and its style sheets. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = readDigest(error);
  return (
    <html lang="en" className={classes.page}>
      <body className={classes.body}>
        <title>Error · Drydock</title>
        <main>
          <h1 className={classes.title}>Drydock couldn’t be loaded</h1>
          <p>Something went wrong on our end. Try again.</p>
          {digest && (
            <p>
              Request ID: <code>{digest}</code>
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
