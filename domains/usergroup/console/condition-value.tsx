import { staffSource, staffState } from '@kaopei/org/contract/codes'
import { DepartmentTreeSelect } from '@kaopei/org/parts'
import { DateInput } from '@kaopei/web'
import { Checkbox, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { ConditionDraft } from './rule-draft.ts'
import { LabelSelect, PostSelect, RankSelect } from './rule-selects.tsx'

interface Props {
  readonly condition: ConditionDraft
  readonly disabled: boolean
  readonly onChange: (part: Readonly<Record<string, unknown>>) => void
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** The control for what a condition compares with. */
export function ConditionValue({ condition, disabled, onChange }: Props): ReactNode {
  switch (condition.kind) {
    case 'department':
      return (
        <>
          <DepartmentTreeSelect
            isMultiple
            label="部门"
            disabled={disabled}
            value={textsOf(condition.departmentIds)}
            onChange={(departmentIds) => onChange({ departmentIds })}
          />
          <Checkbox
            disabled={disabled}
            checked={condition.withBelow !== false}
            onChange={(event) => onChange({ withBelow: event.target.checked })}
          >
            含下级
          </Checkbox>
        </>
      )
    case 'post':
      return <PostSelect disabled={disabled} value={textsOf(condition.postIds)} onChange={(postIds) => onChange({ postIds })} />
    case 'rank':
      return <RankSelect disabled={disabled} value={textsOf(condition.rankIds)} onChange={(rankIds) => onChange({ rankIds })} />
    case 'label':
      return (
        <LabelSelect disabled={disabled} value={textsOf(condition.labelIds)} onChange={(labelIds) => onChange({ labelIds })} />
      )
    case 'entryDate':
      return (
        <>
          <DateInput value={textOf(condition.from)} onChange={(from) => onChange({ from })} />
          <span>至</span>
          <DateInput value={textOf(condition.to)} onChange={(to) => onChange({ to })} />
        </>
      )
    case 'entryWithin':
      return (
        <>
          <span>最近</span>
          <InputNumber
            aria-label="天数"
            disabled={disabled}
            min={1}
            max={36_500}
            precision={0}
            value={numberOf(condition.days)}
            onChange={(days) => onChange({ days })}
          />
          <span>天内入职</span>
        </>
      )
    case 'staffSource':
      return (
        <Select
          aria-label="人员类型"
          disabled={disabled}
          value={numberOf(condition.staffSource)}
          options={[...staffSource.options]}
          onChange={(source) => onChange({ staffSource: source })}
          placeholder="请选择人员类型"
        />
      )
    case 'state':
      return (
        <Select
          aria-label="账号状态"
          disabled={disabled}
          value={numberOf(condition.state)}
          options={[...staffState.options]}
          onChange={(state) => onChange({ state })}
          placeholder="请选择账号状态"
        />
      )
  }
}
