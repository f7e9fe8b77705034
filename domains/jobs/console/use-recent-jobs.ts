import { toast, useCall } from '@kaopei/web'
import { useEffect, useRef, useState } from 'react'
import { type DownloadRow, download, jobState } from '../contract/download.ts'
import { isActive } from './is-active.ts'

const shown = 8
const pollMs = 2000
const noRows: readonly DownloadRow[] = []

export interface RecentJobs {
  readonly rows: readonly DownloadRow[]
  readonly activeCount: number
  readonly error: Error | null
  readonly refetch: () => void
}

/** One's latest jobs. Looks again while some are under way (any action on a screen reads them again too), and tells when one ends. */
export function useRecentJobs(enabled: boolean): RecentJobs {
  const [isWatching, setWatching] = useState(false)
  const asked = useCall(
    download.list,
    { pageSize: shown },
    { enabled, keepPrevious: true, refetchInterval: isWatching ? pollMs : false },
  )
  const rows = asked.data?.dataList ?? noRows
  const activeCount = rows.filter(isActive).length
  const before = useRef<ReadonlySet<string>>(new Set())
  // The server's answer decides whether to go on looking, and what has ended since the last answer.
  useEffect(() => {
    setWatching(activeCount > 0)
    for (const row of rows) {
      if (!before.current.has(row.id)) continue
      if (row.state === jobState.done) toast.success(`${row.title} 已完成，可在下载任务中查看`)
      if (row.state === jobState.failed) toast.error(`${row.title} 失败：${row.message}`)
    }
    before.current = new Set(rows.filter(isActive).map(({ id }) => id))
  }, [rows, activeCount])
  return { rows, activeCount, error: asked.error, refetch: asked.refetch }
}
