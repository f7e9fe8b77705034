/**
 * The most processor time, in milliseconds, that this thread spends on end while `work` is under way: what everybody else in the process waits
 * for. Other threads and other processes do not count, so a busy machine changes it little.
 */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let since = process.threadCpuUsage()
  let isOver = false
  const measure = () => {
    const { user, system } = process.threadCpuUsage(since)
    longest = Math.max(longest, (user + system) / 1000)
    since = process.threadCpuUsage()
    if (!isOver) setImmediate(measure)
  }
  setImmediate(measure)
  try {
    await work()
  } finally {
    isOver = true
    measure()
  }
  return longest
}
