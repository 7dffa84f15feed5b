import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";

export function useRestoreApp(tenant: string, appId: string) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const restore = trpc.apps.restore.useMutation({
    onSuccess: (app) => {
      void utils.apps.invalidate();
      router.refresh();
      notifications.show({ message: `${app.name} can be built again.` });
    },
    onError: (error) => notifications.show({ color: "red", message: readProblem(error).message }),
  });
  return { run: () => restore.mutate({ tenant, appId }), isPending: restore.isPending };
}
