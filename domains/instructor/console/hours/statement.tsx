import { ActionButton, filtersOf, ListPage, toast, useCall } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type HourTotal, teacherHours } from '../../contract/hours.ts'
import { detailPath } from '../paths.ts'
import { minutesText, yuanText } from '../words.ts'
import { MonthInput, thisMonth } from './month-input.tsx'

/** 月度汇总: each instructor's hours and pay of a month; settled and exported here. */
export function Statement(): ReactNode {
  const [params] = useSearchParams()
  const month = params.get('month') ?? thisMonth()
  const keyWords = params.get('keyWords')
  const filter = { month, ...(keyWords && { keyWords }) }
  const asked = useCall(teacherHours.statement, { ...filter, pageSize: 1 })
  return (
    <>
      {asked.data && <Sums month={month} sum={asked.data.sum} />}
      <ListPage
        endpoint={teacherHours.statement}
        rowKey="teacherId"
        extraInput={{ month }}
        filters={filtersOf(teacherHours.statement, [
          {
            name: 'month',
            label: '月份',
            kind: 'custom',
            render: ({ id, onChange }) => <MonthInput id={id} value={month} onChange={onChange} />,
          },
          { name: 'keyWords', label: '讲师', kind: 'text' },
        ])}
        columns={columns}
        toolbar={
          <>
            <ActionButton
              type="primary"
              endpoint={teacherHours.settle}
              input={{ month }}
              confirm={`结算 ${month} 全部已确认的课时吗？按授课当日的课酬标准计算，结算后只能冲销更正。`}
              successText=""
              refreshes={[teacherHours.statement]}
              onDone={({ settledCount, amount, withoutRate, ownCount }) => {
                const left = [
                  withoutRate.length > 0 && `${withoutRate.join('、')} 没有课酬标准，未结算`,
                  ownCount > 0 && `您自己的 ${ownCount} 条未结算，请由其他人办理`,
                ].filter(Boolean)
                const done = `已结算 ${settledCount} 条，共 ${yuanText(amount)} 元`
                if (left.length === 0) toast.success(done)
                else toast.warning([done, ...left].join('；'))
              }}
            >
              结算本月
            </ActionButton>
            <ActionButton endpoint={teacherHours.exportStatement} input={filter} successText="已开始导出，请到下载中心查看">
              导出
            </ActionButton>
          </>
        }
        emptyText="该月没有课时"
      />
    </>
  )
}

interface SumsProps {
  readonly month: string
  readonly sum: {
    readonly plannedMinutes: number
    readonly heldMinutes: number
    readonly confirmedMinutes: number
    readonly settledMinutes: number
    readonly amount: number
  }
}

function Sums({ month, sum }: SumsProps): ReactNode {
  return (
    <section className="kp-card" aria-label={`${month} 合计`} style={{ marginBottom: 16 }}>
      <dl className="kp-teacher-sums" style={{ marginBottom: 0 }}>
        {(
          [
            ['计划', minutesText(sum.plannedMinutes)],
            ['已授课', minutesText(sum.heldMinutes)],
            ['已确认', minutesText(sum.confirmedMinutes)],
            ['已结算', minutesText(sum.settledMinutes)],
            ['课酬（元）', yuanText(sum.amount)],
          ] as const
        ).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const minutes = (title: string, dataIndex: keyof HourTotal & `${string}Minutes`) =>
  ({
    title,
    dataIndex,
    width: 120,
    align: 'right',
    className: 'kp-number',
    render: (value: number) => (value === 0 ? '-' : minutesText(value)),
  }) as const

const columns: TableColumnsType<HourTotal> = [
  {
    title: '讲师',
    dataIndex: 'teacherName',
    width: 130,
    render: (name: string, { teacherId }) => <Link to={detailPath(teacherId, 'hours')}>{name}</Link>,
  },
  { title: '所属机构', dataIndex: 'institution', width: 180, ellipsis: true, render: (name: string) => name || '-' },
  minutes('计划', 'plannedMinutes'),
  minutes('已授课', 'heldMinutes'),
  minutes('已确认', 'confirmedMinutes'),
  minutes('待结算', 'openMinutes'),
  minutes('已结算', 'settledMinutes'),
  {
    title: '课酬（元）',
    dataIndex: 'amount',
    width: 120,
    align: 'right',
    className: 'kp-number',
    render: (yuan: number) => yuanText(yuan),
  },
]
