import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "./program.ts";

/** Supported versions of Node, by the name that npm resolves. */
const SUPPORTED = ["20.19", "22", "24"];

const ownMajor = process.versions.node.split(".")[0];

/** Supported versions other than the one that runs the tests, which all other tests cover. */
export const OTHER_NODE_VERSIONS = SUPPORTED.filter((version) => version.split(".")[0] !== ownMajor);

/** Path of a Node binary, which npm's package for this platform brings. Fetched once and kept in an ignored directory. */
export async function fetchNode(version: string): Promise<string> {
  const directory = join(projectRoot, ".build", "node", version);
  const name = `${prefix}-${process.platform}-${process.arch}`;
  const path = join(directory, "node_modules", name, "bin", "node");
  if (!existsSync(path)) {
    const options = ["--prefix", directory, "--no-save", "--ignore-scripts"];
    await promisify(execFile)("npm", ["install", ...options, `${name}@${version}`]);
  }
  return path;
}

const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
