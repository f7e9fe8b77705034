import { DeleteOutlined } from '@ant-design/icons'
import { difficulty, questionTypeCodes } from '@kaopei/question/contract/codes'
import type { QuestionType } from '@kaopei/question/contract/question-type'
import { BankChoice } from '@kaopei/question/parts'
import { formatScore } from '@kaopei/web'
import { Button, InputNumber, Select, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import type { Rule } from './paper-draft.ts'

interface Option {
  readonly value: string
  readonly label: string
}

export interface RuleTree {
  value: string
  title: string
  children: RuleTree[]
}

export interface RuleOptions {
  readonly categories: readonly RuleTree[]
  readonly points: readonly Option[]
}

export interface DrawRuleCardProps {
  readonly number: number
  readonly rule: Rule
  readonly options: RuleOptions
  /** Questions that this rule alone could draw; undefined while it is not known. */
  readonly available: number | undefined
  readonly isBroken: boolean
  readonly isFrozen: boolean
  readonly onChange: (rule: Rule) => void
  readonly onRemove: () => void
}

type Level = 1 | 2 | 3

/** One drawing rule: where from, which, how many, how much each. */
export function DrawRuleCard(props: DrawRuleCardProps): ReactNode {
  const { number, rule, options, available, isBroken, isFrozen, onChange, onRemove } = props
  const { filter, count, score } = rule
  const narrow = (part: Partial<Rule['filter']>) => onChange({ ...rule, filter: { ...filter, ...part } })
  const many = {
    mode: 'multiple' as const,
    allowClear: true,
    disabled: isFrozen,
    maxTagCount: 'responsive' as const,
    placeholder: '不限',
  }
  return (
    <section className={isBroken ? 'kp-rule kp-rule-broken' : 'kp-rule'} aria-label={`规则${number}`}>
      <div className="kp-rule-head">
        <strong>规则{number}</strong>
        <span className={isBroken ? 'kp-exam-waiting' : 'kp-hint'}>
          符合条件 {available ?? '…'} 题，抽 {count} 题，共 {formatScore(Math.round(count * score * 100) / 100)} 分
        </span>
        {!isFrozen && (
          <Button type="text" size="small" danger icon={<DeleteOutlined />} aria-label={`删除规则${number}`} onClick={onRemove} />
        )}
      </div>
      <div className="kp-rule-fields">
        <RuleField label="题库">
          <BankChoice
            label={`规则${number}的题库`}
            disabled={isFrozen}
            placeholder="不限"
            value={filter.bankIds ?? []}
            onChange={(bankIds) => narrow({ bankIds })}
          />
        </RuleField>
        <RuleField label="题库分类">
          <TreeSelect<string[]>
            multiple
            allowClear
            disabled={isFrozen}
            maxTagCount="responsive"
            placeholder="不限"
            treeData={[...options.categories]}
            value={filter.categoryIds ?? []}
            onChange={(categoryIds) => narrow({ categoryIds })}
          />
        </RuleField>
        <RuleField label="知识点">
          <Select<string[]>
            {...many}
            options={[...options.points]}
            value={filter.knowledgePointIds ?? []}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(knowledgePointIds) => narrow({ knowledgePointIds })}
          />
        </RuleField>
        <RuleField label="题型">
          <Select<QuestionType[]>
            {...many}
            options={drawableTypes(filter.types)}
            value={filter.types ?? []}
            onChange={(types) => narrow({ types })}
          />
        </RuleField>
        <RuleField label="难度">
          <Select<Level[]>
            {...many}
            options={[...difficulty.options]}
            value={filter.difficulties ?? []}
            onChange={(difficulties) => narrow({ difficulties })}
          />
        </RuleField>
        <RuleField label="抽题数">
          <InputNumber
            min={1}
            max={500}
            precision={0}
            suffix="题"
            disabled={isFrozen}
            value={count}
            style={{ width: '100%' }}
            onChange={(value) => onChange({ ...rule, count: value ?? 1 })}
          />
        </RuleField>
        <RuleField label="每题分值">
          <InputNumber
            min={0}
            max={1000}
            suffix="分"
            disabled={isFrozen}
            value={score}
            style={{ width: '100%' }}
            onChange={(value) => onChange({ ...rule, score: value ?? 0 })}
          />
        </RuleField>
      </div>
    </section>
  )
}

/** Programming questions cannot be sat yet; one that an older rule names can only be taken out of it. */
function drawableTypes(chosen: readonly QuestionType[] = []) {
  const { programming } = questionTypeCodes
  return questionTypeCodes.options.filter(({ value }) => value !== programming || chosen.includes(programming))
}

function RuleField({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="kp-rule-field">
      {label}
      {children}
    </label>
  )
}
