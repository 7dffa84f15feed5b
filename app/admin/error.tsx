"use client";

import { DashboardError } from "../_components/frame/dashboard-error";

const WORDS = {
  PERMISSION_DENIED: {
    title: "You’re no longer a Super Admin",
    description: "Your role changed while this page was open.",
  },
  VALIDATION_FAILED: { title: "Invalid URL", description: "A filter in the URL is not valid." },
};
const ADVICE = "Something went wrong on our end. Try again. If it keeps failing, report the request ID.";

export default function AdminError({ error, retry }: { error: unknown; retry: () => void }) {
  return <DashboardError error={error} retry={retry} words={WORDS} advice={ADVICE} isFramed />;
}
