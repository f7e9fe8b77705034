import { CodeTag, calling, Dash, exactNumber, formatBytes, formatInstant, RowActions, type RowOf } from '@kaopei/web'
import { saveUrl } from '@kaopei/web/client'
import { Progress, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { type DownloadRow, download, jobState } from '../contract/download.ts'
import { isActive } from './is-active.ts'

/** Percent of the work; undefined while nobody knows how much there is. */
export function percentOf({ state, doneCount, totalCount }: DownloadRow): number | undefined {
  if (state === jobState.done) return 100
  return totalCount ? Math.min(99, Math.floor((doneCount / totalCount) * 100)) : undefined
}

export const downloadColumns = (
  withRequester: boolean,
  onAgain: (row: DownloadRow) => void,
): TableColumnsType<RowOf<typeof download.list>> => [
  { title: '任务名称', dataIndex: 'title', width: 210, render: (_title, row) => <JobTitle row={row} /> },
  { title: '状态', key: 'state', width: 184, render: (_value, row) => <JobStateCell row={row} /> },
  { title: '数据行数', key: 'rows', width: 100, align: 'right', render: (_value, row) => <RowCount row={row} /> },
  { title: '文件大小', key: 'size', width: 100, align: 'right', render: (_value, row) => <FileSize row={row} /> },
  ...(withRequester ? [{ title: '申请人', dataIndex: 'requestedByName', width: 120 }] : []),
  { title: '申请时间', key: 'requestedAt', width: 160, render: (_value, row) => <Times row={row} /> },
  { title: '有效期至', key: 'expiresAt', width: 160, render: (_value, row) => <Expiry row={row} /> },
  {
    title: '操作',
    key: 'actions',
    width: 170,
    fixed: 'right',
    render: (_value, row) => <JobActions row={row} onAgain={onAgain} />,
  },
]

function JobTitle({ row }: { readonly row: DownloadRow }): ReactNode {
  const conditions = Object.entries(row.conditions).map(([label, value]) => `${label}：${inWords(value)}`)
  return (
    <>
      <div>{row.title}</div>
      {conditions.length > 0 && <small className="kp-hint">{conditions.join('；')}</small>}
    </>
  )
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  return value === null || value === undefined || value === '' ? '不限' : String(value)
}

/** Of finished work; while it runs the progress says it. */
function RowCount({ row }: { readonly row: DownloadRow }): ReactNode {
  const count = row.state === jobState.done ? (row.totalCount ?? row.doneCount) : null
  return <Dash>{count === null ? null : <span className="kp-number">{exactNumber(count)}</span>}</Dash>
}

export const countText = ({ totalCount, doneCount }: DownloadRow): string =>
  totalCount ? `${doneCount}/${totalCount}` : `已处理 ${doneCount}`

export function JobStateCell({ row }: { readonly row: DownloadRow }): ReactNode {
  const percent = percentOf(row)
  if (row.state === jobState.running) {
    const count = countText(row)
    return percent === undefined ? (
      <span>进行中，{count}</span>
    ) : (
      <Progress percent={percent} size="small" aria-label={`进行中 ${count}`} />
    )
  }
  return (
    <>
      <CodeTag codes={jobState} value={row.state} />
      {row.message && <small className="kp-hint">{row.message}</small>}
      {row.hasSeveralSheets && <small className="kp-hint">含多个工作表，只能用 Excel 格式</small>}
    </>
  )
}

function Times({ row: { requestedAt, finishedAt } }: { readonly row: DownloadRow }): ReactNode {
  return (
    <>
      <div>{formatInstant(requestedAt)}</div>
      {finishedAt && <small className="kp-hint">完成 {formatInstant(finishedAt)}</small>}
    </>
  )
}

function FileSize({ row }: { readonly row: DownloadRow }): ReactNode {
  return <Dash>{row.fileSizeBytes === null ? null : formatBytes(row.fileSizeBytes)}</Dash>
}

function Expiry({ row }: { readonly row: DownloadRow }): ReactNode {
  if (row.isWithheld) return <span className="kp-hint">仅提交人可下载</span>
  if (row.state === jobState.done && row.fileName && !row.hasFile) return <span className="kp-hint">文件已过期</span>
  return <Dash>{row.hasFile && row.expiresAt ? formatInstant(row.expiresAt) : null}</Dash>
}

interface JobActionsProps {
  readonly row: DownloadRow
  /** Offers the export in another form, where there is room for it. */
  readonly onAgain?: (row: DownloadRow) => void
}

export function JobActions({ row, onAgain }: JobActionsProps): ReactNode {
  const mayRetry = row.isOwn && (row.state === jobState.failed || row.state === jobState.cancelled)
  const input = { id: row.id }
  const refreshes = [download.list]
  return (
    <RowActions
      actions={[
        // The link is made at the click: it lives ten minutes.
        row.hasFile &&
          calling(download.link, {
            label: '下载',
            input,
            successText: '',
            onDone: ({ fileUrl, fileName }) => saveUrl(fileUrl, fileName),
          }),
        row.canExportAgain && onAgain && { label: '另存为', name: `另存为 ${row.title}`, run: () => onAgain(row) },
        isActive(row) && calling(download.cancel, { label: '取消', input, confirm: '确定要取消这个任务吗？', refreshes }),
        mayRetry && calling(download.retry, { label: '重新执行', input, refreshes }),
      ]}
    />
  )
}
