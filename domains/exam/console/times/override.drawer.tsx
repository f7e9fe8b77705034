import { formFor, type Held, InstantInput, useCall } from '@kaopei/web'
import { Alert, Checkbox, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { examOverrides, type ShownTimes } from '../../contract/exam-overrides.ts'
import { PersonTimes } from './person-times.tsx'

const { Field, FormDrawer, useValue } = formFor(examOverrides.save)

export interface OverrideTargets {
  readonly kind: 'person' | 'group'
  readonly ids: readonly string[]
  readonly name: string
  /** Of one group that has times of its own: these. Of one person they are asked for. */
  readonly times?: ShownTimes
}

export interface OverrideDrawerProps {
  readonly examId: string
  readonly targets: OverrideTargets | undefined
  readonly onClose: () => void
}

/** 单独设置考试时间: for one candidate with what holds now, for one group, or the same for several at once. */
export default function OverrideDrawer({ examId, targets, onClose }: OverrideDrawerProps): ReactNode {
  const [onlyId] = targets?.ids ?? []
  const isOnePerson = targets?.kind === 'person' && targets.ids.length === 1
  const asked = useCall(examOverrides.ofPerson, { examinationId: examId, staffId: onlyId ?? '' }, { enabled: isOnePerson })
  if (!targets) return null
  const known = isOnePerson ? asked.data?.own : targets.times
  return (
    <FormDrawer
      key={targets.ids.join()}
      title={`设置考试时间：${targets.name}`}
      open
      {...(isOnePerson && { reading: asked })}
      onClose={onClose}
      endpoint={examOverrides.save}
      initialValues={{ ...known, reason: '' }}
      toInput={(values) => inputOf(examId, targets, values, known !== undefined)}
      successText="已保存，正在答题的考生的截止时间已同步"
    >
      {isOnePerson && asked.data && (
        <div style={{ marginBottom: 24 }}>
          <PersonTimes facts={asked.data} />
        </div>
      )}
      {targets.kind === 'group' && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="对用户组的现有成员生效，加入或退出用户组后随之变化；考生有个人设置时以个人设置为准，属于多个用户组时取最宽松的一项。"
        />
      )}
      <OverrideFields emptyText={emptyTextOf(targets, known !== undefined)} />
    </FormDrawer>
  )
}

function emptyTextOf({ kind }: OverrideTargets, isKnown: boolean): string {
  if (!isKnown) return '不填则不改动'
  return kind === 'person' ? '不填则按考试或用户组的设置' : '不填则与考试一致'
}

function OverrideFields({ emptyText }: { readonly emptyText: string }): ReactNode {
  const isWithoutClose = useValue('neverCloses') === true
  const wide = { width: '100%' }
  return (
    <>
      <Field name="openAt" label="开始时间">
        <InstantInput placeholder={emptyText} />
      </Field>
      <Field name="closeAt" label="结束时间" extra="指定后不再随加时顺延">
        <InstantInput placeholder={isWithoutClose ? '不限' : emptyText} disabled={isWithoutClose} />
      </Field>
      <Field
        name="neverCloses"
        valuePropName="checked"
        extra={isWithoutClose ? '在这些考生考完之前，其他考生看不到试题、对错与成绩（已开启“允许提前查看”的除外）。' : undefined}
      >
        <Checkbox>不限结束时间</Checkbox>
      </Field>
      <Field name="limitMinutes" label="答题时长" extra="0 为不限时长">
        <InputNumber min={0} max={10_080} precision={0} suffix="分钟" style={wide} placeholder={emptyText} />
      </Field>
      <Field name="extraPercent" label="按时长比例加时" extra="例如 25：60 分钟的考试增加 15 分钟">
        <InputNumber min={0} max={400} precision={0} suffix="%" style={wide} placeholder={emptyText} />
      </Field>
      <Field name="extraMinutes" label="另加分钟数">
        <InputNumber min={0} max={1440} precision={0} suffix="分钟" style={wide} placeholder={emptyText} />
      </Field>
      <Field name="attemptsAllowed" label="允许考试次数" extra="0 为不限次数">
        <InputNumber min={0} max={99} precision={0} suffix="次" style={wide} placeholder={emptyText} />
      </Field>
      <Field name="reason" label="设置原因">
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="将记入操作日志" />
      </Field>
    </>
  )
}

/** Where what was set is known, an empty field takes it back; otherwise it is left as it is. */
function inputOf(examId: string, { kind, ids }: OverrideTargets, values: Held<typeof examOverrides.save>, isKnown: boolean) {
  const empty = isKnown ? null : undefined
  const isWithoutClose = values.neverCloses === true
  return {
    examinationId: examId,
    staffIds: kind === 'person' ? [...ids] : [],
    groupIds: kind === 'group' ? [...ids] : [],
    openAt: values.openAt || empty,
    closeAt: isWithoutClose ? undefined : values.closeAt || empty,
    neverCloses: isWithoutClose || (isKnown ? false : undefined),
    limitMinutes: values.limitMinutes ?? empty,
    attemptsAllowed: values.attemptsAllowed ?? empty,
    extraPercent: values.extraPercent ?? empty,
    extraMinutes: values.extraMinutes ?? empty,
    reason: values.reason,
  }
}
