import { notifications } from "@mantine/notifications";
import { readProblem } from "./problem";

/** Toast with the problem of a failed call. */
export const notifyProblem = (error: unknown) =>
  notifications.show({ color: "red", message: readProblem(error).message });

/** Awaits a call that has no place for its error: a toast tells how it went. */
export async function notifyOutcome<T>(call: Promise<T>, messageOf: (result: T) => string): Promise<void> {
  try {
    notifications.show({ message: messageOf(await call) });
  } catch (error) {
    notifyProblem(error);
  }
}
