import { type FilterSpec, ListPage } from '@kaopei/web'
import type { ReactNode } from 'react'
import { download, jobState } from '../contract/download.ts'
import { downloadColumns } from './download-columns.tsx'

const filters: readonly FilterSpec[] = [
  { name: 'keyWords', label: '任务名称', kind: 'text' },
  { name: 'state', label: '状态', kind: 'select', options: jobState.options },
  { name: 'date', label: '申请时间', kind: 'dateRange', range: ['startDate', 'endDate'] },
]
const pollMs = 3000

export interface DownloadListProps {
  readonly title: string
  /** Everybody's jobs of the company. */
  readonly isAll: boolean
  readonly extra?: ReactNode
}

/** Jobs with their progress: the list looks again every three seconds. */
export function DownloadList({ title, isAll, extra }: DownloadListProps): ReactNode {
  return (
    <ListPage
      title={title}
      header={{ description: '导出和导入任务在这里查看进度。文件保留 7 天，过期后请重新导出。', extra }}
      endpoint={download.list}
      filters={filters}
      columns={downloadColumns(isAll)}
      rowKey="id"
      extraInput={{ isAll }}
      refetchInterval={pollMs}
      emptyText="暂无下载任务"
    />
  )
}
