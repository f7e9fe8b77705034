import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { ConditionValue } from './condition-value.tsx'
import {
  type BranchDraft,
  type ConditionDraft,
  conditionKinds,
  draftOf,
  isBranch,
  newBranch,
  newCondition,
  type RuleDraft,
} from './rule-draft.ts'
import './usergroup.css'

interface Props {
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (rule: RuleDraft) => void
  readonly disabled?: boolean
}

const matches = [
  { value: 'all' as const, label: '满足全部条件' },
  { value: 'any' as const, label: '满足任一条件' },
]

/** Conditions that all or any must hold; groups of conditions one level below. */
export function RuleBuilder({ id, value, onChange, disabled = false }: Props): ReactNode {
  // A saved rule gets its keys once; from the first change on the form holds the draft itself.
  const [saved, setSaved] = useState(() => ({ value, draft: draftOf(value) }))
  if (saved.value !== value) setSaved({ value, draft: draftOf(value) })
  const rule = saved.draft
  const change = (next: Partial<RuleDraft>) => onChange?.({ ...rule, ...next })
  const replace = (key: number, item: ConditionDraft | BranchDraft | undefined) =>
    change({ items: rule.items.flatMap((one) => (one.key === key ? (item ? [item] : []) : [one])) })
  return (
    <fieldset id={id} className="kp-rule" disabled={disabled} aria-label="规则">
      <Select
        aria-label="条件之间的关系"
        className="kp-rule-match"
        disabled={disabled}
        value={rule.match}
        options={matches}
        onChange={(match) => change({ match })}
      />
      {rule.items.map((item) =>
        isBranch(item) ? (
          <Branch key={item.key} branch={item} disabled={disabled} onChange={(next) => replace(item.key, next)} />
        ) : (
          <Condition key={item.key} condition={item} disabled={disabled} onChange={(next) => replace(item.key, next)} />
        ),
      )}
      {!disabled && (
        <Space>
          <Button size="small" icon={<PlusOutlined />} onClick={() => change({ items: [...rule.items, newCondition()] })}>
            添加条件
          </Button>
          <Button size="small" icon={<PlusOutlined />} onClick={() => change({ items: [...rule.items, newBranch()] })}>
            添加条件组
          </Button>
        </Space>
      )}
    </fieldset>
  )
}

interface BranchProps {
  readonly branch: BranchDraft
  readonly disabled: boolean
  readonly onChange: (next: BranchDraft | undefined) => void
}

function Branch({ branch, disabled, onChange }: BranchProps): ReactNode {
  const change = (conditions: readonly ConditionDraft[]) => onChange({ ...branch, conditions })
  return (
    <section className="kp-rule-branch" aria-label="条件组">
      <div className="kp-rule-branch-head">
        <Select
          aria-label="条件组内的关系"
          className="kp-rule-match"
          disabled={disabled}
          value={branch.match}
          options={matches}
          onChange={(match) => onChange({ ...branch, match })}
        />
        {!disabled && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label="删除条件组"
            onClick={() => onChange(undefined)}
          />
        )}
      </div>
      {branch.conditions.map((condition) => (
        <Condition
          key={condition.key}
          condition={condition}
          disabled={disabled}
          onChange={(next) =>
            change(branch.conditions.flatMap((one) => (one.key === condition.key ? (next ? [next] : []) : [one])))
          }
        />
      ))}
      {!disabled && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => change([...branch.conditions, newCondition()])}>
          添加条件
        </Button>
      )}
    </section>
  )
}

interface ConditionProps {
  readonly condition: ConditionDraft
  readonly disabled: boolean
  readonly onChange: (next: ConditionDraft | undefined) => void
}

function Condition({ condition, disabled, onChange }: ConditionProps): ReactNode {
  return (
    <div className="kp-rule-condition">
      <Select
        aria-label="条件"
        disabled={disabled}
        value={condition.kind}
        options={[...conditionKinds]}
        onChange={(kind) => onChange({ ...newCondition(kind), key: condition.key })}
      />
      <Select
        aria-label="是否相反"
        disabled={disabled}
        value={condition.isNot}
        options={[
          { value: false, label: '是' },
          { value: true, label: '不是' },
        ]}
        onChange={(isNot) => onChange({ ...condition, isNot })}
      />
      <div className="kp-rule-value">
        <ConditionValue condition={condition} disabled={disabled} onChange={(part) => onChange({ ...condition, ...part })} />
      </div>
      {!disabled && (
        <Button type="text" size="small" icon={<DeleteOutlined />} aria-label="删除条件" onClick={() => onChange(undefined)} />
      )}
    </div>
  )
}
