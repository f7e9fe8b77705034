import { Field, FormEndpoint, InstantInput, useEndpointForm, useUnsavedGuard } from '@kaopei/web'
import { Alert, Form, Input, InputNumber, Radio, Space } from 'antd'
import { type ReactNode, useRef } from 'react'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { examSettingTexts } from '../contract/exam-setting-labels.ts'
import { examUseWay } from '../contract/exam-settings.ts'
import { type ExamDetail, sentStatus, WithExam, WizardFrame } from './wizard-frame.tsx'

/** Step 0: what the exam is called, when it is, how long, and what passes. */
export default function CreateStepOne(): ReactNode {
  return <WithExam>{(detail) => <BaseForm key={detail?.id ?? 'new'} detail={detail} />}</WithExam>
}

const newExam = { duration: 60, passRate: 60, passBy: 'rate', examUseWay: examUseWay.formal }

function BaseForm({ detail }: { readonly detail: ExamDetail | undefined }): ReactNode {
  // The version that this form was read with: saving on top of another's change has to be noticed.
  const version = useRef(detail?.version)
  const savedId = useRef<string | undefined>(detail?.id)
  const editing = useEndpointForm({
    endpoint: exam.save,
    toInput: ({ passBy, passRate, passScore, ...values }) => ({
      ...pick(values),
      name: String(values.name ?? ''),
      ...(savedId.current !== undefined && { id: savedId.current, version: version.current }),
      status: sentStatus(detail?.status),
      ...(passBy === 'rate' ? { passRate: numberOf(passRate) } : { passRate: null, passScore: numberOf(passScore) }),
    }),
    successText: '保存成功',
    fromRow: (row) => ({ ...row, ...passOf(row) }),
    onSaved: (saved) => {
      savedId.current = saved.id
      version.current = saved.version
    },
  })
  useUnsavedGuard(editing.isChanged)
  const isFrozen = detail !== undefined && detail.status !== examStatus.draft
  const save = async () => ((await editing.submit()) ? savedId.current : undefined)
  return (
    <WizardFrame step={0} detail={detail} save={save} isSaving={editing.isRunning}>
      <div className="kp-card">
        <FormEndpoint value={exam.save}>
          <Form
            form={editing.form}
            layout="vertical"
            className="kp-exam-form"
            initialValues={detail ? { ...detail, sumScore: detail.typedSumScore, ...passOf(detail) } : newExam}
            onValuesChange={editing.noteChange}
          >
            {isFrozen && (
              <Alert
                type="info"
                showIcon
                style={{ marginBottom: 16 }}
                title="考试已发布：可修改名称、说明，可延后结束时间；其余内容已冻结。结束时间延后时，正在答题的考生的截止时间同步更新。"
              />
            )}
            <Field name="name" label="考试名称">
              <Input maxLength={100} showCount placeholder="例如：2026 年度安全生产知识考试" />
            </Field>
            <div className="kp-exam-columns">
              <Field name="admissionStartTime" label="开始时间">
                <InstantInput disabled={isFrozen} />
              </Field>
              <Field name="admissionEndTime" label="结束时间">
                <InstantInput />
              </Field>
              <Field name="duration" label="考试时长" extra="留空为不限时长，考生可作答到考试结束">
                <InputNumber min={1} max={10_080} precision={0} suffix="分钟" style={{ width: '100%' }} disabled={isFrozen} />
              </Field>
              <Field name="examUseWay" label="考试用途" extra={examSettingTexts.examUseWay.hint}>
                <Radio.Group options={[...examUseWay.options]} disabled={isFrozen} />
              </Field>
            </div>
            <PassFields isFrozen={isFrozen} />
            <Field
              name="sumScore"
              label="计划总分"
              extra="选填，发布前与试题分值合计核对，不一致时不能发布"
              className="kp-exam-half"
            >
              <InputNumber min={0} max={100_000} suffix="分" style={{ width: 240 }} disabled={isFrozen} />
            </Field>
            <Field name="information" label="考试说明" extra="考生进入考试前需要阅读并确认">
              <Input.TextArea rows={6} maxLength={5000} showCount />
            </Field>
          </Form>
        </FormEndpoint>
      </div>
    </WizardFrame>
  )
}

function PassFields({ isFrozen }: { readonly isFrozen: boolean }): ReactNode {
  const passBy: unknown = Form.useWatch('passBy')
  return (
    <Form.Item label="及格标准" required={false}>
      <Space wrap>
        <Form.Item name="passBy" noStyle>
          <Radio.Group
            disabled={isFrozen}
            options={[
              { value: 'rate', label: '按总分比例' },
              { value: 'score', label: '按分数' },
            ]}
          />
        </Form.Item>
        {passBy === 'score' ? (
          <Field name="passScore" noStyle>
            <InputNumber aria-label="及格分" min={0} max={100_000} suffix="分" disabled={isFrozen} />
          </Field>
        ) : (
          <Field name="passRate" noStyle>
            <InputNumber aria-label="及格率" min={0} max={100} suffix="%" disabled={isFrozen} />
          </Field>
        )}
      </Space>
    </Form.Item>
  )
}

function passOf(row: { readonly passRate?: unknown }): { passBy: string; passRate: unknown } {
  return row.passRate === null ? { passBy: 'score', passRate: 60 } : { passBy: 'rate', passRate: row.passRate }
}

const fields = ['name', 'information', 'admissionStartTime', 'admissionEndTime', 'duration', 'sumScore', 'examUseWay'] as const

/** What this step is about; a cleared field is none. */
function pick(values: Record<string, unknown>): object {
  return Object.fromEntries(fields.map((name) => [name, values[name] ?? (name === 'information' ? '' : null)]))
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
