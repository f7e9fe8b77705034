import { formFor, InstantInput, useUnsavedGuard } from '@kaopei/web'
import { Alert, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { cloneElement, type ReactElement, type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { exam } from '../../contract/exam.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { examSettingTexts } from '../../contract/exam-setting-labels.ts'
import { type ExamSettings, examSettingFields, outerParticipationMode, reviewQuestionType } from '../../contract/exam-settings.ts'
import { EarlyViewSwitch } from './early-view.switch.tsx'
import { type ExamDetail, ExamWizard, sentStatus, WithSavedExam } from './frame.tsx'
import { initialTemplates, NoticeSettings } from './notice-settings.tsx'

/** The two ends of one setting. */
const viewTimes = z.object({ viewStart: z.string().nullish(), viewEnd: z.string().nullish() })
const { Field, FormBody, useForm } = formFor(exam.save, viewTimes)

/** Step 2: how it is sat, watched, marked, and what may be looked at afterwards. */
export default function CreateStepThree(): ReactNode {
  return <WithSavedExam>{(detail) => <SettingsForm key={detail.id} detail={detail} />}</WithSavedExam>
}

type Control = ReactElement<{ disabled?: boolean }> | 'switch'
type Permit = readonly [name: keyof ExamSettings, control: Control]
interface Group {
  readonly title: string
  readonly permits: readonly Permit[]
  /** May still change after publishing. */
  readonly staysOpen?: boolean
}

const minutes = <InputNumber min={0} max={10_080} precision={0} suffix="分钟" style={{ width: 130 }} />
const groups: readonly Group[] = [
  {
    title: '答题',
    permits: [
      ['repeatCount', <InputNumber key="n" min={0} max={99} precision={0} suffix="次" style={{ width: 130 }} />],
      ['lateEntryMinutes', minutes],
      ['forceCommitTime', minutes],
      ['graceSeconds', <InputNumber key="n" min={0} max={600} precision={0} suffix="秒" style={{ width: 130 }} />],
      ['isQuestionOrder', 'switch'],
      ['isQuestionOptionOrder', 'switch'],
      ['permitSkip', 'switch'],
      ['permitSkipBack', 'switch'],
      ['permitSkipSubmit', 'switch'],
    ],
  },
  {
    title: '防作弊',
    permits: [
      ['permitFullScreen', 'switch'],
      ['switchScreenNumberLimit', <InputNumber key="n" min={0} max={99} precision={0} suffix="次" style={{ width: 130 }} />],
      ['switchScreenSeconds', <InputNumber key="s" min={0} max={3600} precision={0} suffix="秒" style={{ width: 130 }} />],
      ['switchScreenSecondsSum', 'switch'],
      ['permitCopyPaste', 'switch'],
      ['password', <Input key="p" maxLength={32} placeholder="不设密码" style={{ width: 160 }} autoComplete="off" />],
    ],
  },
  {
    title: '外部考生',
    staysOpen: true,
    permits: [
      [
        'outerParticipationMode',
        <Select key="m" options={[...outerParticipationMode.options]} style={{ width: 220 }} aria-label="外部考生参加方式" />,
      ],
    ],
  },
  {
    title: '监考采集',
    permits: [
      ['permitScreenPhoto', 'switch'],
      ['permitScreenRecord', 'switch'],
      ['permitCamera', 'switch'],
      ['permitFaceRecord', 'switch'],
      ['permitSecondView', 'switch'],
    ],
  },
  {
    title: '阅卷',
    permits: [
      ['reviewQuestionType', <Radio.Group key="r" options={[...reviewQuestionType.options]} aria-label="阅卷方式" />],
      ['anonymousFlag', 'switch'],
    ],
  },
  {
    title: '考后查看',
    staysOpen: true,
    permits: [
      ['permitQueryScore', 'switch'],
      ['permitViewDetail', 'switch'],
      ['permitViewAnswer', 'switch'],
      ['permitViewAnalysis', 'switch'],
      ['permitViewEarly', <EarlyViewSwitch key="e" />],
    ],
  },
]
const openNames = new Set<keyof ExamSettings>(['password', 'reviewQuestionType'])
const settingNames = examSettingFields.keyof().options

function SettingsForm({ detail }: { readonly detail: ExamDetail }): ReactNode {
  const version = useRef(detail.version)
  const editing = useForm({
    endpoint: exam.save,
    toInput: (values) => ({
      ...Object.fromEntries(settingNames.filter((name) => values[name] !== undefined).map((name) => [name, values[name]])),
      permitViewTime: viewTimeOf(values),
      lateEntryMinutes: values.lateEntryMinutes === undefined ? null : values.lateEntryMinutes || null,
      // The switch has asked.
      confirmsEarlyView: values.permitViewEarly === true,
      id: detail.id,
      version: version.current,
      status: sentStatus(detail.status),
      name: detail.name,
    }),
    successText: '保存成功',
    onSaved: (saved) => {
      version.current = saved.version
    },
  })
  useUnsavedGuard(editing.isChanged)
  const isFrozen = detail.status !== examStatus.draft
  const save = async () => ((await editing.submit()) ? detail.id : undefined)
  return (
    <ExamWizard step={2} detail={detail} save={save} isSaving={editing.isRunning}>
      {isFrozen && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="考试已发布：可修改考后查看、通知、阅卷方式、考试密码和外部考生参加方式；其余设置已冻结。"
        />
      )}
      <FormBody editing={editing} layout="horizontal" initialValues={initialOf(detail)}>
        <div className="kp-permit-groups">
          {groups.map((group) => (
            <section key={group.title} className="kp-card" aria-label={group.title}>
              <h2 className="kp-exam-section">{group.title}</h2>
              {group.permits.map(([name, control]) => (
                <PermitRow
                  key={name}
                  name={name}
                  control={control}
                  isDisabled={isFrozen && !group.staysOpen && !openNames.has(name)}
                />
              ))}
              {group.title === '考后查看' && <ViewTimeRow />}
            </section>
          ))}
          <NoticeSettings examId={detail.id} isPublished={isFrozen} />
        </div>
      </FormBody>
    </ExamWizard>
  )
}

function PermitRow({
  name,
  control,
  isDisabled,
}: {
  readonly name: keyof ExamSettings
  readonly control: Control
  readonly isDisabled: boolean
}): ReactNode {
  const { label, hint } = examSettingTexts[name]
  const isSwitch = control === 'switch'
  return (
    <div className="kp-permit">
      <div className="kp-permit-text">
        <label htmlFor={name}>{label}</label>
        {hint && <span>{hint}</span>}
      </div>
      <Field name={name} required={false} {...(isSwitch && { valuePropName: 'checked' })}>
        {isSwitch ? <Switch disabled={isDisabled} /> : cloneElement(control, { disabled: isDisabled })}
      </Field>
    </div>
  )
}

function ViewTimeRow(): ReactNode {
  const { label, hint } = examSettingTexts.permitViewTime
  return (
    <div className="kp-permit kp-permit-wide">
      <div className="kp-permit-text">
        <label htmlFor="viewStart">{label}</label>
        <span>{hint}</span>
      </div>
      <div className="kp-exam-columns">
        <Field name="viewStart">
          <InstantInput placeholder="开始时间" />
        </Field>
        <Field name="viewEnd">
          <InstantInput placeholder="结束时间" />
        </Field>
      </div>
    </div>
  )
}

function initialOf(detail: ExamDetail) {
  return {
    ...detail,
    noticeTemplates: initialTemplates(detail),
    viewStart: detail.permitViewTime?.start,
    viewEnd: detail.permitViewTime?.end,
  }
}

function viewTimeOf({ viewStart, viewEnd }: z.input<typeof viewTimes>): { start: string | null; end: string | null } | null {
  const start = viewStart || null
  const end = viewEnd || null
  return start === null && end === null ? null : { start, end }
}
