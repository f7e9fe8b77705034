import { LecturerControl } from '@kaopei/instructor/parts'
import { formFor, InstantInput, RichTextEditor, RightButton, useUnsavedGuard } from '@kaopei/web'
import { Alert, Input, Radio, Switch } from 'antd'
import { type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { audienceMode, questionnaireStatus } from '../../contract/codes.ts'
import { type QuestionnaireDetail, questionnaire } from '../../contract/questionnaire.ts'
import '../editor/editor.css'

const own = z.object({ instructor: z.object({ id: z.string(), name: z.string() }).nullable() })
const { Field, FormBody, useForm, useValue } = formFor(questionnaire.addOrUpdate, own)

/** What it is called, when, by whom and how it is answered. */
export default function Settings({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, name, information, admissionStartTime, admissionEndTime, isAnonymous, isChangeable, status } = detail
  const { instructorId, instructorName } = detail
  const version = useRef(detail.version)
  const isFixed = status !== questionnaireStatus.draft
  const editing = useForm({
    endpoint: questionnaire.addOrUpdate,
    toInput: ({ instructor, ...values }) => ({
      ...values,
      instructorId: instructor?.id ?? null,
      admissionStartTime: values.admissionStartTime ?? null,
      admissionEndTime: values.admissionEndTime ?? null,
      isAnonymous: values.audienceMode === audienceMode.link ? false : values.isAnonymous,
      isChangeable: values.isAnonymous || values.audienceMode === audienceMode.link ? false : values.isChangeable,
      questionnaireId: id,
      version: version.current,
    }),
    successText: '保存成功',
    onSaved: (saved) => {
      version.current = saved.version
    },
  })
  useUnsavedGuard(editing.isChanged)
  return (
    <div className="kp-card kp-qn-settings">
      {isFixed && (
        <Alert
          type="info"
          showIcon
          className="kp-qn-notice"
          title="问卷已发布：可修改名称、说明和时间；记名方式、答卷方式、可否修改和评价的讲师不能再改。"
        />
      )}
      <FormBody
        editing={editing}
        initialValues={{
          ...{ name, information, admissionStartTime, admissionEndTime, isAnonymous, isChangeable },
          audienceMode: detail.audienceMode,
          instructor: instructorId ? { id: instructorId, name: instructorName ?? '（已删除）' } : null,
        }}
      >
        <Field name="name" label="问卷名称">
          <Input maxLength={100} showCount />
        </Field>
        <Field name="information" label="说明" extra="显示在问卷开头。">
          <RichTextEditor label="说明" placeholder="说明调查的目的、用时和结果的用途" />
        </Field>
        <div className="kp-qn-line">
          <Field name="admissionStartTime" label="开始时间" extra="不填则发布后立即开始。">
            <InstantInput />
          </Field>
          <Field name="admissionEndTime" label="结束时间" extra="不填则手动结束。">
            <InstantInput />
          </Field>
        </div>
        <Field name="audienceMode" label="答卷方式">
          <Radio.Group className="kp-qn-stacked" disabled={isFixed} options={[...audienceMode.options]} />
        </Field>
        <Anonymous isFixed={isFixed} />
        <Changeable isFixed={isFixed} />
        <Field
          name="instructor"
          label="评价的讲师"
          required={false}
          extra="评分题和矩阵评分计入讲师的评价，满 3 份才显示（匿名问卷在结束后计入，满 5 份）。发布后不能更改。"
        >
          <LecturerControl disabled={isFixed} />
        </Field>
      </FormBody>
      <RightButton
        right={questionnaire.addOrUpdate}
        type="primary"
        loading={editing.isRunning}
        onClick={() => void editing.submit()}
      >
        保 存
      </RightButton>
    </div>
  )
}

function Anonymous({ isFixed }: { readonly isFixed: boolean }): ReactNode {
  const isByLink = useValue('audienceMode') === audienceMode.link
  return (
    <Field
      name="isAnonymous"
      label="匿名"
      valuePropName="checked"
      extra={
        isByLink
          ? '通过链接答卷不需要登录，本来就不知道是谁，不必设为匿名。'
          : '匿名问卷只知道谁已答，不知道谁答了什么，在系统里和数据库里都查不到；满 5 份才显示结果，结束后才能筛选，不能按部门等个人信息设条件或分析，不能上传文件和设配额。发布后不能更改。'
      }
    >
      <Switch disabled={isFixed || isByLink} />
    </Field>
  )
}

function Changeable({ isFixed }: { readonly isFixed: boolean }): ReactNode {
  const isAnonymous = useValue('isAnonymous') === true
  const isByLink = useValue('audienceMode') === audienceMode.link
  const isImpossible = isAnonymous || isByLink
  return (
    <Field
      name="isChangeable"
      label="提交后可修改"
      valuePropName="checked"
      extra={
        isImpossible
          ? '匿名或通过链接提交的答卷不能再找到，因此不能修改。'
          : '打开后，答卷人在结束前可修改已提交的答卷；关闭则只能提交一次。'
      }
    >
      <Switch disabled={isFixed || isImpossible} />
    </Field>
  )
}
