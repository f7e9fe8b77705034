import { formFor } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Alert, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { type CandidatePolicy, type CandidatePolicyRow, examPolicies } from '../../contract/candidate-policy.ts'

const { Field, FormDrawer } = formFor(examPolicies.save)
const removal = formFor(examPolicies.remove)

const mostNamed = 8

/** For one of whom something is arranged already that is what is changed; of several it is said whose is replaced. */
export async function targetsOf(
  examId: string,
  people: readonly { readonly id: string; readonly name: string }[],
): Promise<PolicyTargets> {
  const staffIds = people.map(({ id }) => id)
  const [first] = people
  const name = people.length === 1 ? (first?.name ?? '') : `${people.length} 名考生`
  if (staffIds.length === 0) return { staffIds, name }
  const wish = { examinationId: examId, staffIds, pageIndex: 1, pageSize: mostNamed }
  const { dataList: known, totalCount } = await call(examPolicies.list, wish)
  const [policy] = known
  if (people.length === 1) return { staffIds, name, ...(policy && { policy }) }
  return { staffIds, name, replaced: { names: known.map((row) => row.name), count: totalCount } }
}

export interface PolicyTargets {
  readonly staffIds: readonly string[]
  readonly name: string
  readonly policy?: CandidatePolicy
  /** Of several: for whom something is arranged already. */
  readonly replaced?: { readonly names: readonly string[]; readonly count: number }
}

const none: CandidatePolicy = {
  isWithoutCamera: false,
  isScreenReader: false,
  fontPercent: 100,
  timerMinutes: [],
  breakCount: 0,
  breakMinutes: 0,
}
const fonts = [100, 125, 150, 175, 200, 250].map((value) => ({ value, label: `${value}%` }))

/** What is arranged for one candidate, or the same for several. Extra time is set under 时间调整. */
export function PolicyDrawer({
  examId,
  targets: { staffIds, name, policy, replaced },
  onClose,
}: {
  readonly examId: string
  readonly targets: PolicyTargets
  readonly onClose: () => void
}): ReactNode {
  return (
    <FormDrawer
      open
      title={`特殊安排：${name}`}
      endpoint={examPolicies.save}
      initialValues={{ ...none, ...policy, examinationId: examId, staffIds: [...staffIds], reason: '' }}
      successText="已保存，正在答题的考生重新进入后生效"
      onClose={onClose}
    >
      <p className="kp-hint">加时请在“时间调整”中设置。</p>
      {replaced && replaced.count > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={`${replaced.names.join('、')}${replaced.count > replaced.names.length ? ` 等 ${replaced.count} 人` : ''} 已有特殊安排，保存后以此处为准，原来的安排不再保留`}
        />
      )}
      <Field
        name="isWithoutCamera"
        label="免摄像头"
        valuePropName="checked"
        extra="不拍照、不录像，也不要求第二视角；请安排其他监考方式"
      >
        <Switch />
      </Field>
      <Field
        name="isScreenReader"
        label="使用读屏软件"
        valuePropName="checked"
        extra="离开窗口只记录、不自动收卷，不要求全屏，停用单键快捷键，保存状态会播报"
      >
        <Switch />
      </Field>
      <Field name="fontPercent" label="试题字号">
        <Select options={fonts} />
      </Field>
      <Field name="timerMinutes" label="只在这些剩余分钟显示计时" extra="留空为一直显示；输入分钟数后按回车">
        <TimerMinutes />
      </Field>
      <Field name="breakCount" label="可休息次数" extra="休息时停止计时">
        <InputNumber min={0} max={20} precision={0} />
      </Field>
      <Field name="breakMinutes" label="休息总时长（分钟）">
        <InputNumber min={0} max={240} precision={0} />
      </Field>
      <Field name="reason" label="原因">
        <Input maxLength={200} placeholder="例如：视力障碍，持残疾证" />
      </Field>
    </FormDrawer>
  )
}

/** Minutes that are typed; what is no number is left out. */
function TimerMinutes(props: {
  readonly id?: string
  readonly value?: readonly number[] | null
  readonly onChange?: (value: number[]) => void
}): ReactNode {
  const { id, value, onChange } = props
  return (
    <Select
      {...(id && { id })}
      mode="tags"
      open={false}
      tokenSeparators={[',', '，', '、', ' ']}
      placeholder="例如：30、10、5"
      value={(value ?? []).map(String)}
      onChange={(texts: string[]) =>
        onChange?.([...new Set(texts.map(Number).filter((one) => Number.isInteger(one) && one > 0))])
      }
    />
  )
}

export function RemovePolicyDialog({
  examId,
  row,
  onClose,
}: {
  readonly examId: string
  readonly row: CandidatePolicyRow
  readonly onClose: () => void
}): ReactNode {
  return (
    <removal.FormDialog
      title={`取消特殊安排：${row.name}`}
      cancelText="返 回"
      endpoint={examPolicies.remove}
      initialValues={{ examinationId: examId, staffIds: [row.staffId] }}
      successText="已取消"
      onClose={onClose}
    >
      <removal.Field name="reason" label="取消原因">
        <Input maxLength={200} />
      </removal.Field>
    </removal.FormDialog>
  )
}
