import {
  ActionButton,
  Dash,
  filtersOf,
  formatInstant,
  formatNumber,
  ListPage,
  Loaded,
  PageHeader,
  ToneTag,
  useCall,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { type ConsumptionRow, consumptionFilter, examConsumption, type measurementConsumption } from '../contract/consumption.ts'
import './consumption.css'

interface Props {
  readonly title: string
  /** What is used up: 考试 or 测评. */
  readonly subject: string
  readonly calls: typeof examConsumption | typeof measurementConsumption
}

const filters = filtersOf(examConsumption.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '名称、姓名或账号' },
  { name: 'time', label: '消耗时间', kind: 'dateRange' },
])

/** Balance and uses of one kind. Every number says what it counts. */
export function ConsumptionPage({ title, subject, calls }: Props): ReactNode {
  const summary = useCall(calls.summary)
  return (
    <>
      <PageHeader title={title} description={`同一人参加同一${subject}，无论多少次，只消耗一个额度。`} />
      <section className="kp-card kp-quota" aria-label="额度">
        <Loaded of={summary}>
          {({ quota, used, balance, asOf }) => (
            <>
              <Figure label="总额度" hint="由平台与企业约定">
                {quota === null ? '不限' : formatNumber(quota)}
              </Figure>
              <Figure label="已使用" hint={`已参加${subject}的人次`}>
                {formatNumber(used)}
              </Figure>
              <Figure label="剩余" hint="总额度减已使用">
                {balance === null ? '不限' : formatNumber(balance)}{' '}
                {quota !== null && used > quota && <ToneTag tone="danger">已超出 {formatNumber(used - quota)}</ToneTag>}
              </Figure>
              <p className="kp-hint">统计时间 {formatInstant(asOf, 'YYYY-MM-DD HH:mm:ss')}；新的消耗约一分钟后计入。</p>
            </>
          )}
        </Loaded>
      </section>
      <ListPage
        endpoint={calls.list}
        filters={filters}
        columns={columns(subject)}
        rowKey={(row) => `${row.subjectId}/${row.staffId}`}
        toolbar={(list) => (
          <ActionButton
            endpoint={calls.export}
            input={() => consumptionFilter.safeParse(list.input).data}
            successText="已开始导出，请到下载中心查看"
          >
            导出
          </ActionButton>
        )}
        emptyText="暂无消耗记录"
      />
    </>
  )
}

function Figure({
  label,
  hint,
  children,
}: {
  readonly label: string
  readonly hint: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <div title={hint}>
      <span>{label}</span>
      <strong className="kp-number">{children}</strong>
    </div>
  )
}

function columns(subject: string): TableColumnsType<ConsumptionRow> {
  return [
    { title: `${subject}名称`, dataIndex: 'subjectName', width: 280, ellipsis: true },
    { title: '姓名', dataIndex: 'staffName', width: 140 },
    { title: '登录账号', dataIndex: 'loginAccount', width: 160 },
    { title: '部门', dataIndex: 'departmentName', width: 180, render: (name: string | null) => <Dash>{name}</Dash> },
    { title: '消耗时间', dataIndex: 'at', width: 180, render: (at: string) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss') },
  ]
}
