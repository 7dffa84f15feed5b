"use client";

import dynamic from "next/dynamic";

/** Current section in the contents, copied links of headings, and shortcuts; loaded after the page, which reads without. */
export const ReadingAids = dynamic(
  () =>
    import("./loaded-reading-aids").then(
      (module) => module.LoadedReadingAids,
      () => NoReadingAids,
    ),
  { ssr: false },
);

const NoReadingAids = () => null;
