"use client";

import dynamic from "next/dynamic";
import classes from "./build-log.module.css";

/** Log of a build. The viewer is large, so that it is loaded apart from the page. */
export const BuildLog = dynamic(
  () => import("./build-log-section").then((module) => module.BuildLogSection),
  {
    loading: () => <div className={classes.loading} aria-busy="true" />,
  },
);
