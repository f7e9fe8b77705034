import { filtersOf, ListPage } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { type DownloadRow, download, jobState } from '../contract/download.ts'
import { downloadColumns } from './download-columns.tsx'
import { ExportAgainDrawer } from './export-again.drawer.tsx'

const filters = filtersOf(download.list, [
  { name: 'keyWords', label: '任务名称', kind: 'text' },
  { name: 'state', label: '状态', kind: 'select', options: jobState.options },
  { name: 'date', label: '申请时间', kind: 'dateRange', range: ['startDate', 'endDate'] },
])
const pollMs = 3000

export interface DownloadListProps {
  readonly title: string
  /** Everybody's jobs of the company. */
  readonly isAll: boolean
  readonly extra?: ReactNode
  /** Jobs of one room alone. */
  readonly kindGroup?: string
  readonly description?: string
  readonly emptyText?: string
}

const usualDescription = '导出和导入任务在这里查看进度。文件保留 7 天，过期后请重新导出。'

/** Jobs with their progress: the list looks again every three seconds. */
export function DownloadList(props: DownloadListProps): ReactNode {
  const { title, isAll, extra, kindGroup, description = usualDescription, emptyText = '暂无下载任务' } = props
  const [again, setAgain] = useState<DownloadRow>()
  const list = (
    <ListPage
      title={title}
      header={{ description, extra }}
      endpoint={download.list}
      filters={filters}
      columns={downloadColumns(isAll, setAgain)}
      rowKey="id"
      extraInput={{ isAll, ...(kindGroup !== undefined && { kindGroup }) }}
      refetchInterval={pollMs}
      emptyText={emptyText}
    />
  )
  return (
    <>
      {list}
      {again && <ExportAgainDrawer row={again} onClose={() => setAgain(undefined)} />}
    </>
  )
}
