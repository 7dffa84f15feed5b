/** What `npm start` serves on a fresh machine, so that the commands of the documentation work as they stand. */
export const demo = {
  origin: "http://127.0.0.1:3000",
  password: "drydock-demo",
  acme: "01900000-0000-7000-8000-00000000a001",
  fieldNotes: "01900000-0000-7000-8000-00000000b001",
  offlineSync: "01900000-0000-7000-8000-00000000c001",
  runningBuild: "01900000-0000-7000-8000-00000000d001",
} as const;
