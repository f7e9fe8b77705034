import { filtersOf, formatInstant, formatNumber, ListPage, RowActions, type RowOf, useCall } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { evidence } from '../../contract/evidence/evidence.ts'
import { replay } from '../../contract/replay/replay.ts'
import { listPath } from '../review/paths.ts'
import { casePath, replayPath } from '../verdicts/paths.ts'
import { differenceWords } from './difference-words.ts'
import './differences.css'

type Row = RowOf<typeof evidence.differences>

const filters = filtersOf(evidence.differences, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '考试名称、考生姓名' },
])

/** 记录核对: attempts that the night found to be other than their events say. */
export default function DifferencesPage(): ReactNode {
  const navigate = useNavigate()
  const summed = useCall(evidence.differences, { pageIndex: 1, pageSize: 10 })
  const columns: TableColumnsType<Row> = [
    { title: '考试', dataIndex: 'examName', width: 180, ellipsis: true },
    { title: '考生', dataIndex: 'staffName', width: 90, ellipsis: true },
    { title: '交卷时间', dataIndex: 'submitTime', width: 150, render: (at: string | null) => formatInstant(at) },
    { title: '不一致之处', dataIndex: 'differences', width: 380, render: (found: Row['differences']) => <Found found={found} /> },
    { title: '核对时间', dataIndex: 'checkedTime', width: 150, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      fixed: 'right',
      render: (_, { examinationResultId: resultId, staffName }) => (
        <RowActions
          actions={[
            { label: '裁定', name: `裁定 ${staffName}`, to: casePath(resultId) },
            {
              label: '回放',
              name: `回放 ${staffName} 的作答`,
              right: replay.get,
              run: () => void navigate(replayPath(resultId)),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <ListPage
      title="记录核对"
      header={{
        back: () => void navigate(listPath),
        description: `每天夜里，系统按事件与作答记录重建每份已交答卷，与保存的结果比对。${summaryOf(summed.data)}不一致说明数据可能被改动，请联系系统管理员核查。`,
      }}
      endpoint={evidence.differences}
      filters={filters}
      columns={columns}
      rowKey="examinationResultId"
      emptyText="没有不一致的答卷"
    />
  )
}

function summaryOf(found: { readonly totalCount: number; readonly checkedCount: number } | undefined): string {
  if (!found) return ''
  return `已核对 ${formatNumber(found.checkedCount)} 份，${formatNumber(found.totalCount)} 份不一致。`
}

const shownFirst = 3

function Found({ found }: { readonly found: Row['differences'] }): ReactNode {
  return (
    <ul className="kp-differences">
      {found.slice(0, shownFirst).map((difference) => (
        <li key={difference.field}>{differenceWords(difference)}</li>
      ))}
      {found.length > shownFirst && <li>{`另有 ${found.length - shownFirst} 处，见裁定页“按事件重建核对”`}</li>}
    </ul>
  )
}
