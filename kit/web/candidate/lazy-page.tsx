import { type ReactNode, useEffect } from 'react'
import type { CandidatePage, PageProps } from './page.ts'
import { Show } from './show.tsx'
import { useLoad } from './use-load.ts'

const reloadMark = 'kaopei.reloadedAt'
const onceMs = 60_000

/** A page that comes when it is opened. Its file is gone after an update of the server: the client is then loaded anew, once. */
export function LazyPage({ page, ...props }: PageProps & { page: Extract<CandidatePage, { kind: 'lazy' }>['page'] }): ReactNode {
  const loaded = useLoad(page)
  const { hasFailed } = loaded
  // Only a new document knows the new build's files.
  useEffect(() => {
    if (!hasFailed || !navigator.onLine || Date.now() - lastReload() < onceMs) return
    remember()
    window.location.reload()
  }, [hasFailed])
  // A browser may remember a file that failed to come: trying again is loading anew.
  return <Show loaded={{ ...loaded, reload: () => window.location.reload() }}>{({ default: Page }) => <Page {...props} />}</Show>
}

/** Storage may be forbidden; then nothing is reloaded by itself. */
function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(reloadMark) ?? 0)
  } catch {
    return Date.now()
  }
}

function remember(): void {
  sessionStorage.setItem(reloadMark, String(Date.now()))
}
