import { CodeTag, confirmLeaving, filtersOf, formatScore, ListPage, toast } from '@kaopei/web'
import { Button, Drawer, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { difficulty, questionStatus, questionTypeCodes } from '../contract/codes.ts'
import { type QuestionRow, question } from '../contract/question.ts'
import { BankMultiSelect } from './banks/bank-select.tsx'

export interface QuestionPickerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirm: (questions: readonly QuestionRow[]) => void
  /** Chosen before: shown as such, and not to be chosen again. */
  readonly lockedIds?: readonly string[]
}

/** 选择试题: questions fit for use, gathered across pages and filters. */
export function QuestionPicker({ open, onClose, onConfirm, lockedIds = [] }: QuestionPickerProps): ReactNode {
  const [chosen, setChosen] = useState<ReadonlyMap<string, QuestionRow>>(new Map())
  const locked = new Set(lockedIds)
  const toggle = (row: QuestionRow) => setChosen((before) => without(before, row.id) ?? new Map(before).set(row.id, row))
  const close = () => {
    setChosen(new Map())
    onClose()
  }
  const leave = async () => {
    if (chosen.size === 0 || (await confirmLeaving())) close()
  }
  const confirm = () => {
    if (chosen.size === 0) return void toast.warning('您还没有选择！！')
    onConfirm([...chosen.values()])
    close()
  }
  return (
    <Drawer
      title="选择试题"
      size={1000}
      open={open}
      onClose={() => void leave()}
      destroyOnHidden
      footer={
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
          <Button onClick={() => void leave()}>取 消</Button>
          <Button type="primary" onClick={confirm}>
            确 定
          </Button>
        </div>
      }
    >
      <div style={{ marginBottom: 12 }}>
        <b>{chosen.size > 0 ? `已选择(${chosen.size})` : '请选择...'}</b>
        {chosen.size > 0 && (
          <Button type="link" onClick={() => setChosen(new Map())}>
            清空
          </Button>
        )}
        <div>
          {[...chosen.values()].map((row) => (
            <Tag key={row.id} closable onClose={() => toggle(row)} title={row.stemText}>
              {row.stemText.slice(0, 16)}
            </Tag>
          ))}
        </div>
      </div>
      <ListPage
        endpoint={question.list}
        stateIn="memory"
        extraInput={{ status: [questionStatus.ready] }}
        filters={filters}
        rowKey="id"
        enabled={open}
        columns={[
          {
            title: '选择',
            key: 'pick',
            width: 80,
            render: (_, row) => (
              <Button
                size="small"
                type={chosen.has(row.id) ? 'primary' : 'default'}
                disabled={locked.has(row.id)}
                onClick={() => toggle(row)}
              >
                {locked.has(row.id) ? '已添加' : chosen.has(row.id) ? '取消' : '选择'}
              </Button>
            ),
          },
          { title: '题干', dataIndex: 'stemText', ellipsis: true },
          { title: '题型', dataIndex: 'type', width: 90, render: (type: number) => questionTypeCodes.label(type) },
          {
            title: '难度',
            dataIndex: 'difficulty',
            width: 80,
            render: (value: number) => <CodeTag codes={difficulty} value={value} />,
          },
          { title: '题库', dataIndex: 'bankName', width: 140, ellipsis: true },
          { title: '分值', dataIndex: 'defaultScore', width: 70, align: 'right', render: (value: number) => formatScore(value) },
        ]}
      />
    </Drawer>
  )
}

function without(map: ReadonlyMap<string, QuestionRow>, id: string): ReadonlyMap<string, QuestionRow> | undefined {
  if (!map.has(id)) return undefined
  return new Map([...map].filter(([key]) => key !== id))
}

const filters = filtersOf(question.list, [
  { name: 'text', label: '题干', kind: 'text', placeholder: '题干关键词' },
  {
    name: 'questionBankId',
    label: '题库',
    kind: 'custom',
    isMultiple: true,
    render: ({ id, value, onChange }) => (
      <BankMultiSelect
        id={id}
        value={typeof value === 'string' ? [value] : (value ?? [])}
        onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
        placeholder="全部"
      />
    ),
  },
  { name: 'type', label: '题型', kind: 'select', options: questionTypeCodes.options },
  { name: 'difficulty', label: '难度', kind: 'select', options: difficulty.options },
])
