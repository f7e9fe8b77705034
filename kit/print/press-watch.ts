import { workerData } from 'node:worker_threads'

// Beside the engine, which nothing interrupts: ends the process when it holds more than it may, or when nobody waits for it any more.
const limit: Int32Array = workerData
const parent = process.ppid
const tickMs = 20

for (;;) {
  Atomics.wait(limit, 0, 0)
  const limitMiB = Atomics.load(limit, 0)
  if (limitMiB > 0 && (process.memoryUsage.rss() > limitMiB * 1024 * 1024 || process.ppid !== parent))
    process.kill(process.pid, 'SIGKILL')
  Atomics.wait(limit, 0, limitMiB, tickMs)
}
