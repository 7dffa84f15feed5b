import { expect, it } from "vitest";
import { createProcessLiveness } from "./broadcast.ts";

function startPeers() {
  const clock = { now: 0 };
  return { clock, peers: createProcessLiveness("self", () => clock.now) };
}

it("is heard while its own word comes back", () => {
  const { clock, peers } = startPeers();
  expect(peers.isHeard()).toBe(false);
  peers.recordHeartbeat("self");
  clock.now = 5_000;
  expect(peers.isHeard()).toBe(true);
  clock.now = 5_001;
  expect(peers.isHeard()).toBe(false);
});

it("tells once of a process that fell silent", () => {
  const { clock, peers } = startPeers();
  peers.recordHeartbeat("other");
  clock.now = 5_001;
  peers.recordHeartbeat("self");
  expect([peers.removeTimedOut(), peers.removeTimedOut()]).toEqual([true, false]);
});

it("removes no peer before it receives its own heartbeat again", () => {
  const { clock, peers } = startPeers();
  for (const process of ["self", "other"]) peers.recordHeartbeat(process);
  clock.now = 60_000;
  expect(peers.removeTimedOut()).toBe(false);
  for (const process of ["other", "self"]) peers.recordHeartbeat(process);
  expect(peers.removeTimedOut()).toBe(false);
});
