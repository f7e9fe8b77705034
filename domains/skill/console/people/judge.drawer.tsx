import { formFor } from '@kaopei/web'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { skillLevel } from '../../contract/codes.ts'
import { personSkill } from '../../contract/person.ts'
import { SkillPicker } from '../parts.tsx'

const judging = formFor(personSkill.judge)
const withdrawing = formFor(personSkill.withdraw)
const answering = formFor(personSkill.answer)

/** A superior's verdict. */
export function JudgeDrawer({ staffId, onClose }: { readonly staffId: string; readonly onClose: () => void }): ReactNode {
  return (
    <judging.FormDrawer
      open
      title="上级评定"
      width={520}
      endpoint={personSkill.judge}
      successText="已评定"
      initialValues={{ staffId }}
      onClose={onClose}
    >
      <p className="kp-hint">上级评定强于考试、测评和证书，自评定之日起 12 个月有效，本人可以看到并提出异议。</p>
      <judging.Field name="skillId" label="技能">
        <SkillPicker label="技能" />
      </judging.Field>
      <judging.Field name="level" label="级别">
        <Select options={[...skillLevel.options]} placeholder="请选择级别" />
      </judging.Field>
      <judging.Field name="note" label="评定依据">
        <Input.TextArea rows={4} maxLength={500} showCount placeholder="看到本人做到了什么" />
      </judging.Field>
    </judging.FormDrawer>
  )
}

export function WithdrawDrawer({
  evidenceId,
  onClose,
}: {
  readonly evidenceId: string
  readonly onClose: () => void
}): ReactNode {
  return (
    <withdrawing.FormDrawer
      open
      title="撤回上级评定"
      width={480}
      endpoint={personSkill.withdraw}
      successText="已撤回"
      initialValues={{ evidenceId }}
      onClose={onClose}
    >
      <withdrawing.Field name="reason" label="撤回原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </withdrawing.Field>
    </withdrawing.FormDrawer>
  )
}

interface AnswerProps {
  readonly id: string
  readonly about: string
  readonly onClose: () => void
}

export function AnswerDrawer({ id, about, onClose }: AnswerProps): ReactNode {
  return (
    <answering.FormDrawer
      open
      title="处理异议"
      width={520}
      endpoint={personSkill.answer}
      successText="已处理"
      initialValues={{ id, isAgreed: true }}
      onClose={onClose}
    >
      <p className="kp-hint">{about}</p>
      <answering.Field name="isAgreed" label="处理结果">
        <Select
          options={[
            { value: true, label: '认可：请随后通过上级评定或撤回评定更正级别' },
            { value: false, label: '维持现有级别' },
          ]}
        />
      </answering.Field>
      <answering.Field name="answer" label="处理说明">
        <Input.TextArea rows={4} maxLength={500} showCount />
      </answering.Field>
    </answering.FormDrawer>
  )
}
