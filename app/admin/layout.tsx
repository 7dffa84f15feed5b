import type { Metadata } from "next";
import type { ReactNode } from "react";
import { KeepQueriesCurrent } from "../_components/keep-queries-current";
import { TrpcProvider } from "../_trpc/client";
import { AdminShell } from "./_components/admin-shell";
import { AdminPalette } from "./_components/palette/admin-palette";
import { requireAdmin } from "./require-admin";

export const metadata: Metadata = {
  title: { default: "Admin", template: "%s · Admin · Drydock" },
  robots: { index: false },
};

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { name, email } = await requireAdmin();
  return (
    <TrpcProvider>
      <KeepQueriesCurrent />
      <AdminShell user={{ name, email }} palette={<AdminPalette />}>
        {children}
      </AdminShell>
    </TrpcProvider>
  );
}
