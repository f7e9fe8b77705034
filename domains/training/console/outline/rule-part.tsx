import { RuleFields, type RuleFieldsProps, SwitchField } from '@kaopei/course/parts'
import type { ReactNode } from 'react'
import type { TaskDraft } from './use-outline.ts'

interface Props {
  readonly kind: TaskDraft['kind']
  readonly rule: RuleFieldsProps['rule']
  readonly onChange: (rule: RuleFieldsProps['rule']) => void
}

/** What completes a task, by its kind. */
export function RulePart({ kind, rule, onChange }: Props): ReactNode {
  if (kind === 'material') return <RuleFields kind="article" rule={rule} onChange={onChange} />
  if (kind === 'session') {
    return (
      <SwitchField
        id="kp-rule-late"
        label="迟到也算完成"
        isOn={rule.lateCounts !== false}
        onChange={(lateCounts) => onChange({ ...rule, lateCounts })}
      />
    )
  }
  return (
    <>
      {(kind === 'exam' || kind === 'practice') && <RuleFields kind={kind} rule={rule} onChange={onChange} />}
      <SwitchField
        id="kp-rule-earlier"
        label="加入项目之前完成的也算"
        isOn={typeof rule.countsEarlier === 'boolean' ? rule.countsEarlier : kind === 'course'}
        onChange={(countsEarlier) => onChange({ ...rule, countsEarlier })}
      />
    </>
  )
}
