import { formFor, InstantInput, useUnsavedGuard } from '@kaopei/web'
import { Alert, Input, Switch } from 'antd'
import { type ReactNode, useRef } from 'react'
import { practiceStatus } from '../../contract/codes.ts'
import { practice } from '../../contract/practice.ts'
import { type PracticeDetail, PracticeWizard, sentStatus, WithPractice } from './frame.tsx'

const { Field, FormBody, useForm } = formFor(practice.save)

/** 创建练习: what it is called, when it may be practised, and what is told after an answer. */
export default function CreatePractice(): ReactNode {
  return <WithPractice>{(detail) => <BaseForm key={detail?.id ?? 'new'} detail={detail} />}</WithPractice>
}

const permits = [
  ['permitViewResult', '显示对错', '作答后立即告知是否正确'],
  ['permitViewAnswer', '显示正确答案', '作答后显示正确答案'],
  ['permitViewAnalysis', '显示解析', '作答后显示答案解析'],
  ['permitRepeatPractice', '允许重复练习', '关闭后，顺序、随机和模拟练习合起来只能完成一轮；错题、收藏和今日练习不受限制'],
] as const

const newPractice = {
  permitViewResult: true,
  permitViewAnswer: true,
  permitViewAnalysis: true,
  permitRepeatPractice: true,
}

function BaseForm({ detail }: { readonly detail: PracticeDetail | undefined }): ReactNode {
  // The version that this form was read with: saving on top of another's change has to be noticed.
  const version = useRef(detail?.version)
  const savedId = useRef<string | undefined>(detail?.id)
  const editing = useForm({
    endpoint: practice.save,
    toInput: ({ name, information, startTime, endTime, ...values }) => ({
      name,
      information: information ?? '',
      startTime: startTime ?? null,
      endTime: endTime ?? null,
      permitViewResult: values.permitViewResult ?? false,
      permitViewAnswer: values.permitViewAnswer ?? false,
      permitViewAnalysis: values.permitViewAnalysis ?? false,
      permitRepeatPractice: values.permitRepeatPractice ?? false,
      ...(savedId.current !== undefined && { id: savedId.current, version: version.current }),
      status: sentStatus(detail?.status),
    }),
    successText: '保存成功',
    onSaved: (saved) => {
      savedId.current = saved.id
      version.current = saved.version
    },
  })
  useUnsavedGuard(editing.isChanged)
  const isPublished = detail !== undefined && detail.status !== practiceStatus.draft
  const save = async () => ((await editing.submit()) ? savedId.current : undefined)
  return (
    <PracticeWizard step={0} detail={detail} save={save} isSaving={editing.isRunning}>
      <div className="kp-card">
        <FormBody editing={editing} className="kp-practice-form" initialValues={detail ?? newPractice}>
          {isPublished && (
            <Alert type="info" showIcon style={{ marginBottom: 16 }} title="练习已发布：修改对之后的作答生效，试题已冻结。" />
          )}
          <Field name="name" label="练习名称">
            <Input maxLength={100} showCount placeholder="例如：安全生产每日一练" />
          </Field>
          <div className="kp-practice-columns">
            <Field name="startTime" label="开始时间" required={false} extra="留空为发布后即可练习">
              <InstantInput />
            </Field>
            <Field name="endTime" label="结束时间" required={false} extra="留空为长期有效">
              <InstantInput />
            </Field>
          </div>
          <Field name="information" label="练习说明" required={false}>
            <Input.TextArea rows={4} maxLength={5000} showCount />
          </Field>
          <h2 className="kp-practice-section">作答反馈</h2>
          {permits.map(([name, label, hint]) => (
            <div key={name} className="kp-practice-permit">
              <div>
                <label htmlFor={name}>{label}</label>
                <span className="kp-hint">{hint}</span>
              </div>
              <Field name={name} required={false} valuePropName="checked">
                <Switch />
              </Field>
            </div>
          ))}
        </FormBody>
      </div>
    </PracticeWizard>
  )
}
