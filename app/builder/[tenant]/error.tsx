"use client";

import { DashboardError } from "@/app/_components/frame/dashboard-error.tsx";

const WORDS = {
  PERMISSION_DENIED: { title: "Access denied", description: "Ask a workspace owner for access." },
};
const ADVICE = "Something went wrong on our end. Try again.";

export default function BuilderError({ error, retry }: { error: unknown; retry: () => void }) {
  return <DashboardError error={error} retry={retry} words={WORDS} advice={ADVICE} />;
}
