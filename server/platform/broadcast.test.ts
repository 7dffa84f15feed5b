import { expect, it } from "vitest";
import { createPeers } from "./broadcast.ts";

function startPeers() {
  const clock = { now: 0 };
  return { clock, peers: createPeers("self", () => clock.now) };
}

it("is heard while its own word comes back", () => {
  const { clock, peers } = startPeers();
  expect(peers.isHeard()).toBe(false);
  peers.heardOf("self");
  clock.now = 5_000;
  expect(peers.isHeard()).toBe(true);
  clock.now = 5_001;
  expect(peers.isHeard()).toBe(false);
});

it("tells once of a process that fell silent", () => {
  const { clock, peers } = startPeers();
  peers.heardOf("other");
  clock.now = 5_001;
  peers.heardOf("self");
  expect([peers.forgetSilent(), peers.forgetSilent()]).toEqual([true, false]);
});

it("judges nobody before it has heard itself again", () => {
  const { clock, peers } = startPeers();
  for (const process of ["self", "other"]) peers.heardOf(process);
  clock.now = 60_000;
  expect(peers.forgetSilent()).toBe(false);
  for (const process of ["other", "self"]) peers.heardOf(process);
  expect(peers.forgetSilent()).toBe(false);
});
