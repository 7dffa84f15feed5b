/** Names of permissions in words. Names are the publisher's choice; these are the usual ones. */
const PERMISSION_PHRASES = new Map(
  Object.entries({
    "audit.read": "Read the audit log of the workspace",
    "background.run": "Run in the background",
    bluetooth: "Use Bluetooth",
    "builds.create": "Queue builds",
    "builds.read": "Read builds and their logs",
    camera: "Use the camera",
    clipboard: "Read and change the clipboard",
    "events.builds": "Receive build events",
    location: "Use the device’s location",
    "log.write": "Write to the log",
    microphone: "Use the microphone",
    network: "Send and receive data over the network",
    notifications: "Show notifications",
    storage: "Read and change stored data",
    "storage.read": "Read stored data",
    "storage.write": "Change stored data",
    "ui.screens": "Add screens to the app",
  }),
);

const PERMISSION_VERBS = new Map(
  Object.entries({ read: "Read", write: "Change", create: "Create", delete: "Delete", send: "Send" }),
);

/** Permission in plain words: "Read contacts" for `contacts.read`; undefined for a name without a known form. */
export function describePermission(name: string): string | undefined {
  const known = PERMISSION_PHRASES.get(name);
  if (known) return known;
  const [, subject, action] = /^([a-z][a-z0-9_-]*)[.:]([a-z]+)$/.exec(name) ?? [];
  const verb = PERMISSION_VERBS.get(action ?? "");
  return subject && verb ? `${verb} ${subject.replaceAll(/[_-]/g, " ")}` : undefined;
}
