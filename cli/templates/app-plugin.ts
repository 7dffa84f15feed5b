/** Template of an app plugin, which adds a screen. */
export function createAppPlugin(title: string) {
  return {
    description: "Adds a screen to the app that greets the person who uses it.",
    permissions: ["ui.screens"],
    howItWorks: `\`activate\` in \`src/index.ts\` is called once when an app with this plugin starts. It adds a screen and returns what takes
it away again.`,
    files: {
      "src/index.ts": `import type { App, Stop } from "./host.ts";

/** Called once when an app with this plugin starts. What it returns is called when the plugin is switched off. */
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
      "src/host.ts": `/** What the plugin needs of the app around it. Name no more than it uses: a test has to stand in for all of it. */
export interface App {
  /** Who uses the app; nobody before they signed in. */
  user?: { name: string };
  screens: {
    add: (screen: Screen) => Stop;
  };
}

export interface Screen {
  title: string;
  render: () => string;
}

/** Undoes what was done. */
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

test("adds a screen that greets by name, and takes it away again", () => {
  const { app, screens } = createApp({ name: "Ada" });
  const stop = activate(app);
  assert.equal(screens[0]?.render(), "Hello, Ada");
  stop();
  assert.equal(screens.length, 0);
});

test("greets whoever has not signed in", () => {
  assert.equal(greet(undefined), "Hello");
});
`,
    },
  };
}
