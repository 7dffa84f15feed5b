import type { Worker, WorkerEvents, WorkerPool } from "graphile-worker";

/**
 * Ends pools of workers that may hold a job without knowing of it: the queue gives a job away before it says so, and where
 * the connection breaks in between, nobody does that job as long as the pool lives in whose name it is held. A pool that
 * heard nothing finishes what it knows of once the queue answers again; whoever started it starts one in another name.
 */
export function restartStaleWorkers(events: WorkerEvents): void {
  const doubtful = new WeakSet<WorkerPool>();
  const endIfDoubtful = ({ worker: { workerPool } }: { worker: Worker }): void => {
    if (!doubtful.delete(workerPool)) return;
    const end = async () => workerPool.gracefulShutdown("the queue did not answer for a while");
    // The worker has not finished its turn yet. What goes wrong here is told by the pool's own promise, too.
    setImmediate(() => end().catch(() => undefined));
  };
  events.on("worker:getJob:error", ({ worker }) => doubtful.add(worker.workerPool));
  events.on("worker:getJob:empty", endIfDoubtful);
  events.on("job:start", endIfDoubtful);
}
