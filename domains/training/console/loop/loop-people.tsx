import type { OutputOf } from '@kaopei/contract'
import { EmptyState, ErrorState, Pager, useCall, useSettled } from '@kaopei/web'
import { Input, InputNumber, Radio, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { loop } from '../../contract/loop.ts'
import type { Chosen } from './wish.ts'

type Person = OutputOf<typeof loop.people>['dataList'][number]

interface Props {
  readonly examId: string
  readonly knowledgeIds: readonly string[]
  readonly people: Chosen
  readonly onChange: (people: Chosen) => void
}

const pageSize = 20

/** Step 2: who is trained, by a share of the points' scores or one by one. */
export function LoopPeople({ examId, knowledgeIds, people, onChange }: Props): ReactNode {
  const [pageIndex, setPage] = useState(1)
  const [keyWords, setKeyWords] = useState('')
  const words = useSettled(keyWords, 300)
  const below = 'belowPercent' in people ? people.belowPercent : undefined
  const settledBelow = useSettled(below, 300)
  const byHand = 'staffIds' in people ? people.staffIds : undefined
  const asked = useCall(
    loop.people,
    {
      ...{ examId, knowledgeIds: [...knowledgeIds], pageIndex, pageSize },
      ...(byHand === undefined && settledBelow !== undefined && { belowPercent: settledBelow }),
      ...(byHand !== undefined && words !== '' && { keyWords: words }),
    },
    { keepPrevious: true },
  )
  const choose = (next: Chosen) => {
    setPage(1)
    onChange(next)
  }
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={asked.refetch} />
  const { dataList = [], totalCount = 0 } = asked.data ?? {}
  return (
    <div className="kp-card">
      <div className="kp-toolbar">
        <Radio.Group
          aria-label="选择人员的方式"
          optionType="button"
          value={byHand === undefined ? 'below' : 'hand'}
          options={[
            { value: 'below', label: '按得分率' },
            { value: 'hand', label: '手工选择' },
          ]}
          onChange={({ target }) => choose(target.value === 'below' ? { belowPercent: 60 } : { staffIds: [] })}
        />
        {byHand === undefined ? (
          <span className="kp-training-chosen">
            所选知识点得分率低于
            <InputNumber
              aria-label="得分率低于（%）"
              min={1}
              max={100}
              value={below ?? null}
              onChange={(value) => choose({ belowPercent: value ?? 60 })}
            />
            % 的人
          </span>
        ) : (
          <Input.Search
            allowClear
            aria-label="姓名或工号"
            placeholder="姓名或工号"
            className="kp-training-search"
            value={keyWords}
            onChange={({ target }) => {
              setPage(1)
              setKeyWords(target.value)
            }}
          />
        )}
        <span className="kp-toolbar-count">
          {byHand === undefined ? `共 ${totalCount} 人` : `已选择 ${byHand.length} 人 / ${totalCount} 人`}
        </span>
      </div>
      {byHand === undefined && (
        <p className="kp-hint">
          按低分选人时，成绩会有自然回升（均值回归），培训效果页会特别说明；建议保留部分未培训的人作对比。
        </p>
      )}
      <Table<Person>
        rowKey="staffId"
        size="small"
        loading={{ spinning: asked.isFetching, delay: 200 }}
        dataSource={dataList}
        columns={columns}
        pagination={false}
        scroll={{ x: 560 }}
        locale={{ emptyText: <EmptyState text="没有符合条件的人员" /> }}
        {...(byHand !== undefined && {
          rowSelection: {
            selectedRowKeys: byHand,
            preserveSelectedRowKeys: true,
            onChange: (keys) => onChange({ staffIds: keys.map(String) }),
            getCheckboxProps: ({ name }) => ({ 'aria-label': `选择${name}` }),
          },
        })}
      />
      <Pager isInDrawer pageIndex={pageIndex} pageSize={pageSize} totalCount={totalCount} unit="人" onChange={setPage} />
    </div>
  )
}

const columns: TableColumnsType<Person> = [
  { title: '姓名', dataIndex: 'name', width: 140, ellipsis: true },
  { title: '工号', dataIndex: 'jobNumber', width: 120, render: (value: string | null) => value ?? '-' },
  { title: '部门', dataIndex: 'department', ellipsis: true, render: (value: string | null) => value ?? '-' },
  {
    title: '所选知识点得分',
    key: 'score',
    width: 140,
    align: 'right',
    className: 'kp-number',
    render: (_, { score, maxScore }) => `${score} / ${maxScore}`,
  },
  {
    title: '得分率',
    dataIndex: 'percent',
    width: 100,
    align: 'right',
    className: 'kp-number',
    render: (percent: number) => `${percent.toFixed(1)}%`,
  },
]
