import type { InputOf } from '@kaopei/contract'
import { Form, Input, InputNumber, Select, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { difficulty, questionTypeCodes } from '../../contract/codes.ts'
import { programmingReason, type QuestionType } from '../../contract/content.ts'
import type { question } from '../../contract/question.ts'
import { OneBankChoice } from '../banks/bank-choice.tsx'
import { KnowledgePointSelect } from '../knowledge-point-select.tsx'

/** What a question has beside its content. */
export type Fields = Omit<InputOf<typeof question.create>, 'content' | 'rule' | 'status'>

interface FieldsProps {
  readonly fields: Fields
  readonly onChange: (fields: Partial<Fields>) => void
}

interface BaseFieldsProps extends FieldsProps {
  readonly type: QuestionType
  readonly isTypeFixed: boolean
  readonly onType: (type: QuestionType) => void
}

const types: readonly QuestionType[] = [1, 2, 3, 4, 7, 5, 6]

export function BaseFields({ fields, type, isTypeFixed, onType, onChange }: BaseFieldsProps): ReactNode {
  return (
    <>
      <Form.Item label="题型" required htmlFor="question-type">
        <Tooltip title={isTypeFixed ? '题型在创建后不能修改' : ''}>
          <Select<QuestionType>
            id="question-type"
            value={type}
            disabled={isTypeFixed}
            onChange={onType}
            options={types.map((value) => ({
              value,
              label: value === 5 ? `编程题（${programmingReason}）` : questionTypeCodes.label(value),
              disabled: value === 5,
            }))}
          />
        </Tooltip>
      </Form.Item>
      <Form.Item label="题库" required htmlFor="question-bank">
        <OneBankChoice
          id="question-bank"
          value={fields.bankId || undefined}
          onChange={(bankId) => bankId !== undefined && onChange({ bankId })}
        />
      </Form.Item>
      <Form.Item label="难度" required htmlFor="question-difficulty">
        <Select<1 | 2 | 3>
          id="question-difficulty"
          value={fields.difficulty}
          onChange={(level) => onChange({ difficulty: level })}
          options={([difficulty.easy, difficulty.medium, difficulty.hard] as const).map((value) => ({
            value,
            label: difficulty.label(value),
          }))}
        />
      </Form.Item>
      <Form.Item label="分值" required htmlFor="question-score">
        <InputNumber
          id="question-score"
          min={0}
          max={1000}
          precision={2}
          style={{ width: '100%' }}
          value={fields.defaultScore}
          onChange={(points) => onChange({ defaultScore: points ?? 0 })}
        />
      </Form.Item>
    </>
  )
}

/** How a question is found again. */
export function SortingFields({ fields, onChange }: FieldsProps): ReactNode {
  return (
    <>
      <Form.Item label="标题" htmlFor="question-title">
        <Input
          id="question-title"
          maxLength={200}
          value={fields.title ?? ''}
          placeholder="选填，便于查找"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Form.Item>
      <Form.Item label="课程" htmlFor="question-course">
        <Input
          id="question-course"
          maxLength={100}
          value={fields.course ?? ''}
          placeholder="选填，试题所属的课程"
          onChange={(event) => onChange({ course: event.target.value })}
        />
      </Form.Item>
      <Form.Item label="知识点" htmlFor="question-points">
        <KnowledgePointSelect id="question-points" fields={fields} onChange={onChange} />
      </Form.Item>
      <Form.Item label="标签" htmlFor="question-tags">
        <Select
          id="question-tags"
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={20}
          tokenSeparators={['；', ';', '，', ',']}
          placeholder="输入后按回车，最多 20 个"
          value={fields.tags ?? []}
          onChange={(tags: string[]) => onChange({ tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') })}
        />
      </Form.Item>
      <Form.Item label="题目标识" htmlFor="question-number">
        <Input
          id="question-number"
          maxLength={60}
          value={fields.idNumber ?? ''}
          placeholder="选填，在题库内唯一"
          onChange={(event) => onChange({ idNumber: event.target.value || null })}
        />
      </Form.Item>
    </>
  )
}
