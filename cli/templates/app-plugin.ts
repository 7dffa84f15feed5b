/** Template of an app plugin, which adds a screen. */
export function createAppPlugin(title: string) {
  return {
    description: "Adds a screen that greets the user.",
    permissions: ["ui.screens"],
    howItWorks: `\`activate\` in \`src/index.ts\` runs once when an app with this plugin starts. It adds a screen and returns a function that
removes it.`,
    files: {
      "src/index.ts": `import type { App, Stop } from "./host.ts";

/** Runs once when an app with this plugin starts. The returned function runs when the plugin is disabled. */
export function activate(app: App): Stop {
  return app.screens.add({
    title: ${JSON.stringify(title)},
    render: () => greet(app.user?.name),
  });
}

export function greet(name: string | undefined): string {
  return name ? \`Hello, \${name}\` : "Hello";
}
`,
      "src/host.ts": `/** Part of the app’s API that the plugin uses. Keep it small: tests implement all of it. */
export interface App {
  /** Signed-in user, if any. */
  user?: { name: string };
  screens: {
    add: (screen: Screen) => Stop;
  };
}

export interface Screen {
  title: string;
  render: () => string;
}

/** Undoes an addition. */
export type Stop = () => void;
`,
      "test/index.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import type { App, Screen } from "../src/host.ts";
import { activate, greet } from "../src/index.ts";

function createApp(user?: { name: string }) {
  const screens: Screen[] = [];
  const app: App = {
    ...(user && { user }),
    screens: {
      add: (screen) => {
        screens.push(screen);
        return () => void screens.splice(screens.indexOf(screen), 1);
      },
    },
  };
  return { app, screens };
}

test("adds a screen that greets the user by name, and removes it", () => {
  const { app, screens } = createApp({ name: "Ada" });
  const stop = activate(app);
  assert.equal(screens[0]?.render(), "Hello, Ada");
  stop();
  assert.equal(screens.length, 0);
});

test("greets users who are not signed in", () => {
  assert.equal(greet(undefined), "Hello");
});
`,
    },
  };
}
