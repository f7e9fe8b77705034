import { formFor, InstantInput, useUnsavedGuard } from '@kaopei/web'
import { Alert, Form, Input, InputNumber, Radio, Space } from 'antd'
import { type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { exam } from '../../contract/exam.ts'
import { examStatus } from '../../contract/exam-codes.ts'
import { examSettingTexts } from '../../contract/exam-setting-labels.ts'
import { examUseWay } from '../../contract/exam-settings.ts'
import { type ExamDetail, ExamWizard, sentStatus, WithExam } from './frame.tsx'

/** Beside what is sent: whether one passes by a share of the score or by a score. */
const passing = z.object({ passBy: z.enum(['rate', 'score']) })
const { Field, FormBody, useForm, useValue } = formFor(exam.save, passing)

/** Step 0: what the exam is called, when it is, how long, and what passes. */
export default function CreateStepOne(): ReactNode {
  return <WithExam>{(detail) => <BaseForm key={detail?.id ?? 'new'} detail={detail} />}</WithExam>
}

const newExam = { duration: 60, passRate: 60, passBy: 'rate', examUseWay: examUseWay.formal } as const

function BaseForm({ detail }: { readonly detail: ExamDetail | undefined }): ReactNode {
  // The version that this form was read with: saving on top of another's change has to be noticed.
  const version = useRef(detail?.version)
  const savedId = useRef<string | undefined>(detail?.id)
  const editing = useForm({
    endpoint: exam.save,
    toInput: ({ passBy, passRate, passScore, name, information, admissionStartTime, admissionEndTime, ...values }) => ({
      // What this step is about; a cleared field is none.
      name,
      information: information ?? '',
      admissionStartTime: admissionStartTime ?? null,
      admissionEndTime: admissionEndTime ?? null,
      duration: values.duration ?? null,
      sumScore: values.sumScore ?? null,
      examUseWay: values.examUseWay ?? null,
      ...(savedId.current !== undefined && { id: savedId.current, version: version.current }),
      status: sentStatus(detail?.status),
      ...(passBy === 'rate' ? { passRate: passRate ?? 0 } : { passRate: null, passScore: passScore ?? 0 }),
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
    <ExamWizard step={0} detail={detail} save={save} isSaving={editing.isRunning}>
      <div className="kp-card">
        <FormBody
          editing={editing}
          className="kp-exam-form"
          initialValues={detail ? { ...detail, sumScore: detail.typedSumScore, ...passOf(detail) } : newExam}
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
        </FormBody>
      </div>
    </ExamWizard>
  )
}

function PassFields({ isFrozen }: { readonly isFrozen: boolean }): ReactNode {
  const passBy = useValue('passBy')
  return (
    <Form.Item label="及格标准" required={false}>
      <Space wrap>
        <Field name="passBy" noStyle>
          <Radio.Group
            disabled={isFrozen}
            options={[
              { value: 'rate', label: '按总分比例' },
              { value: 'score', label: '按分数' },
            ]}
          />
        </Field>
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

function passOf<Rate>(row: { readonly passRate?: Rate }) {
  return row.passRate === null ? { passBy: 'score' as const, passRate: 60 } : { passBy: 'rate' as const, passRate: row.passRate }
}
