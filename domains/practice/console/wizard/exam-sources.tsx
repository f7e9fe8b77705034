import type { InputOf } from '@kaopei/contract'
import {
  EmptyState,
  FilterDrawer,
  type FilterOf,
  formatInstant,
  listOf,
  type Picked,
  PickListTab,
  type PickTab,
  RightButton,
  RowActions,
  type RowOf,
} from '@kaopei/web'
import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { practice } from '../../contract/practice.ts'

export interface SourceExam {
  readonly id: string
  readonly name: string
  readonly questionCount: number
}

interface ExamSourcesProps {
  readonly exams: readonly SourceExam[]
  readonly isFrozen: boolean
  readonly onChange: (exams: readonly SourceExam[]) => void
}

/** 来源考试: ended exams whose papers the practice takes. */
export function ExamSources({ exams, isFrozen, onChange }: ExamSourcesProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="kp-card">
      <h2 className="kp-practice-section">来源考试（{exams.length}）</h2>
      {!isFrozen && (
        <div className="kp-toolbar">
          <RightButton right={practice.endedExams} onClick={() => setPicking(true)}>
            选择考试
          </RightButton>
          <span className="kp-hint">练习使用所选考试的试卷；只能选择已结束、无人可再作答的考试。</span>
        </div>
      )}
      {exams.length === 0 ? (
        <EmptyState text="没有来源考试" />
      ) : (
        <Table<SourceExam>
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={[...exams]}
          columns={[
            { title: '考试名称', dataIndex: 'name', ellipsis: true },
            { title: '题数', dataIndex: 'questionCount', width: 100, align: 'right', className: 'kp-number' },
            {
              title: '操作',
              key: 'actions',
              width: 90,
              render: (_, { id, name }) =>
                !isFrozen && (
                  <RowActions
                    actions={[
                      {
                        label: '移除',
                        name: `移除${name}`,
                        isDangerous: true,
                        run: () => onChange(exams.filter((one) => one.id !== id)),
                      },
                    ]}
                  />
                ),
            },
          ]}
        />
      )}
      <FilterDrawer
        open={isPicking}
        title="选择考试"
        width={820}
        tabs={tabs}
        selected={exams.map(pickedOf)}
        onClose={() => setPicking(false)}
        onConfirm={(items) => onChange(items.map(sourceOf))}
      />
    </div>
  )
}

type Row = RowOf<typeof practice.endedExams>
const source = listOf(practice.endedExams)
const filters: readonly FilterOf<InputOf<typeof practice.endedExams>>[] = [
  { name: 'name', label: '名称', kind: 'text', placeholder: '请输入考试名称' },
]
const columns: TableColumnsType<Row> = [
  { title: '考试名称', dataIndex: 'name', ellipsis: true },
  {
    title: '考试时间',
    key: 'time',
    width: 280,
    render: (_, { admissionStartTime, admissionEndTime }) =>
      `${formatInstant(admissionStartTime)} 至 ${formatInstant(admissionEndTime)}`,
  },
  { title: '题数', dataIndex: 'questionCount', width: 70, align: 'right' },
]

const tabs: readonly PickTab[] = [
  {
    key: '7',
    title: '考试',
    content: (pick) => (
      <PickListTab
        pick={pick}
        source={source}
        filters={filters}
        columns={columns}
        itemOf={pickedOf}
        emptyText="没有已结束的考试可选"
      />
    ),
  },
]

const counted = z.object({ questionCount: z.number() })

function pickedOf({ id, name, questionCount }: SourceExam): Picked {
  return { kind: 'exam', id, name, data: { questionCount } }
}

function sourceOf({ id, name, data }: Picked): SourceExam {
  return { id, name, questionCount: counted.safeParse(data).data?.questionCount ?? 0 }
}
