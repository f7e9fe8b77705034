import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import { difficulty, questionTypeCodes } from '@kaopei/question/contract/codes'
import { QuestionPicker } from '@kaopei/question/parts'
import { CodeTag, EmptyState, ToneTag } from '@kaopei/web'
import { Button, InputNumber, Space, Table, type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { type FixedQuestion, moved, sortedByType } from './paper-draft.ts'
import { TypeScores } from './type-scores.tsx'

export interface FixedQuestionsProps {
  readonly fixed: readonly FixedQuestion[]
  readonly isFrozen: boolean
  readonly onChange: (fixed: readonly FixedQuestion[]) => void
}

/** The questions that everybody gets, with their scores and order. */
export function FixedQuestions({ fixed, isFrozen, onChange }: FixedQuestionsProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const setScore = (questionId: string, score: number) =>
    onChange(fixed.map((one) => (one.questionId === questionId ? { ...one, score } : one)))
  const remove = (ids: ReadonlySet<string>) => {
    onChange(fixed.filter(({ questionId }) => !ids.has(questionId)))
    setChosen((before) => before.filter((id) => !ids.has(id)))
  }
  return (
    <>
      {!isFrozen && (
        <div className="kp-toolbar">
          <Space wrap>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setPicking(true)}>
              选择试题
            </Button>
            <TypeScores fixed={fixed} onChange={onChange} />
            <Button disabled={fixed.length < 2} onClick={() => onChange(sortedByType(fixed))}>
              按题型排序
            </Button>
            <Button danger disabled={chosen.length === 0} onClick={() => remove(new Set(chosen))}>
              移除所选{chosen.length > 0 ? `（${chosen.length}）` : ''}
            </Button>
          </Space>
        </div>
      )}
      <Table<FixedQuestion>
        rowKey="questionId"
        size="small"
        dataSource={[...fixed]}
        pagination={fixed.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        scroll={{ x: 900 }}
        locale={{ emptyText: <EmptyState text="还没有固定试题" /> }}
        columns={columnsOf({ fixed, isFrozen, setScore, remove, move: (from, to) => onChange(moved(fixed, from, to)) })}
        {...(!isFrozen && {
          rowSelection: { selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) },
        })}
      />
      <QuestionPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        lockedIds={fixed.map(({ questionId }) => questionId)}
        onConfirm={(questions) => {
          const present = new Set(fixed.map(({ questionId }) => questionId))
          const fresh = questions
            .filter(({ id }) => !present.has(id))
            .map(({ id, type, stemText, difficulty: level, bankName, defaultScore }) => ({
              questionId: id,
              type,
              stemText,
              difficulty: level,
              bankName,
              score: defaultScore,
              isReady: true,
            }))
          onChange([...fixed, ...fresh])
          setPicking(false)
        }}
      />
    </>
  )
}

interface ColumnParts {
  readonly fixed: readonly FixedQuestion[]
  readonly isFrozen: boolean
  readonly setScore: (questionId: string, score: number) => void
  readonly remove: (ids: ReadonlySet<string>) => void
  readonly move: (from: number, to: number) => void
}

function columnsOf({ fixed, isFrozen, setScore, remove, move }: ColumnParts): TableColumnsType<FixedQuestion> {
  const placeOf = new Map(fixed.map(({ questionId }, index) => [questionId, index]))
  const place = ({ questionId }: FixedQuestion) => placeOf.get(questionId) ?? 0
  const shown: TableColumnsType<FixedQuestion> = [
    { title: '题号', key: 'slot', width: 64, align: 'center', render: (_, row) => place(row) + 1 },
    { title: '题型', dataIndex: 'type', width: 90, render: (type: number) => questionTypeCodes.label(type) },
    {
      title: '题干',
      dataIndex: 'stemText',
      ellipsis: { showTitle: false },
      render: (text: string, { isReady }) => (
        <Space size={8}>
          {!isReady && <ToneTag tone="danger">不可用</ToneTag>}
          <Tooltip title={text} placement="topLeft">
            <span>{text}</span>
          </Tooltip>
        </Space>
      ),
    },
    {
      title: '难度',
      dataIndex: 'difficulty',
      width: 80,
      render: (level: number) => <CodeTag codes={difficulty} value={level} />,
    },
    { title: '题库', dataIndex: 'bankName', width: 150, ellipsis: true },
    {
      title: '分值',
      dataIndex: 'score',
      width: 120,
      align: 'right',
      render: (score: number, row) => (
        <InputNumber
          size="small"
          aria-label={`第 ${place(row) + 1} 题分值`}
          value={score}
          min={0}
          max={1000}
          disabled={isFrozen}
          onChange={(value) => setScore(row.questionId, value ?? 0)}
          style={{ width: 88 }}
        />
      ),
    },
  ]
  if (isFrozen) return shown
  return [
    ...shown,
    {
      title: '操作',
      key: 'actions',
      width: 140,
      fixed: 'right',
      render: (_, row) => (
        <Space size={0}>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label="上移"
            disabled={place(row) === 0}
            onClick={() => move(place(row), place(row) - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label="下移"
            disabled={place(row) === fixed.length - 1}
            onClick={() => move(place(row), place(row) + 1)}
          />
          <Button type="link" size="small" danger onClick={() => remove(new Set([row.questionId]))}>
            移除
          </Button>
        </Space>
      ),
    },
  ]
}
