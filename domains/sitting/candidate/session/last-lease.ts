/** The lease under which this tab wrote last: only then do its stored sequence numbers mean the same to the server. */
const keyOf = (attemptId: string) => `kaopei.lease.${attemptId}`

export function lastLease(attemptId: string): number | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(attemptId))
    return kept === null ? undefined : Number(kept)
  } catch {
    return undefined
  }
}

export function rememberLease(attemptId: string, epoch: number): void {
  try {
    sessionStorage.setItem(keyOf(attemptId), String(epoch))
  } catch {}
}
