import type { DemoApp } from "../apps.ts";
import type { Random } from "../random.ts";

/** What a failing build knows of itself. */
export interface Scene {
  app: DemoApp;
  version: string;
  random: Random;
}

/** One way to fail: the lines that the tools print, and how the builder ends a line. */
export interface Failure {
  describe: (scene: Scene) => string[];
  lineEnd?: "\r\n";
}
