import { ExamPicker } from '@kaopei/exam/parts'
import { postModel } from '@kaopei/skill/contract/post-model'
import { choiceState, formFor, InstantInput, type Picked, useCall } from '@kaopei/web'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { appointmentStatus, scaleKind } from '../../contract/codes.ts'
import { type PostAssessmentDetail, postAssessment } from '../../contract/post.ts'
import { postPart } from '../../contract/post-codes.ts'
import { postTestPath } from '../paths.ts'
import { ScaleSelect } from '../scale-select.tsx'

const { Field, FormDrawer, useValue } = formFor(postAssessment.save)

interface FormProps {
  /** Without it a new one. */
  readonly detail?: PostAssessmentDetail
  /** Chosen beforehand. */
  readonly postId?: string | null
  readonly onClose: () => void
}

export function PostForm({ detail, postId, onClose }: FormProps): ReactNode {
  const navigate = useNavigate()
  const isOpened = detail !== undefined && detail.status !== appointmentStatus.draft
  return (
    <FormDrawer
      open
      title={detail ? '编辑岗位测评' : '新建岗位测评'}
      width={600}
      endpoint={postAssessment.save}
      successText={detail ? '修改成功' : ''}
      initialValues={detail ? valuesOf(detail) : { name: '', ...(postId && { postId }) }}
      onClose={onClose}
      onSaved={({ id }) => {
        if (!detail) void navigate(postTestPath(id))
      }}
    >
      <Field name="name" label="测评名称">
        <Input maxLength={100} showCount placeholder="例如：2026 年安全员岗位测评" />
      </Field>
      <PostField isLocked={isOpened} />
      <Field name="purpose" label="测评目的" extra="被测人会看到。">
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Field>
      <Field
        name="knowledgeExamId"
        label="通用知识"
        extra="按所选考试的试卷、时长、防作弊设置和阅卷官生成一场考试；三项中最多缺少一项。"
      >
        <ExamField label="通用知识的考试" names={namesOf(detail)} isLocked={isOpened} />
      </Field>
      <Field name="skillExamId" label="专业技能：考试" extra="试题的知识点对应到技能后，成绩会成为技能的证据。">
        <ExamField label="专业技能的考试" names={namesOf(detail)} isLocked={isOpened} />
      </Field>
      <ScaleField name="skillScaleId" label="专业技能：或用量表" kind={scaleKind.skill} isLocked={isOpened} />
      <ScaleField name="personalityScaleId" label="职业性格" kind={scaleKind.personality} isLocked={isOpened} />
      <Field name="startTime" label="开始时间" extra="不填写则发布后即可开始。">
        <InstantInput disabled={isOpened} />
      </Field>
      <Field name="endTime" label="截止时间" extra="发布前须填写；到时未参加的部分在报告中注明。">
        <InstantInput />
      </Field>
    </FormDrawer>
  )
}

const partOf = (detail: PostAssessmentDetail | undefined, part: number) => detail?.parts.find((one) => one.part === part)

function valuesOf(detail: PostAssessmentDetail) {
  const { id, version, name, postId, purpose, startTime, endTime } = detail
  return {
    ...{ id, version, name, postId, purpose, startTime, endTime },
    knowledgeExamId: partOf(detail, postPart.knowledge)?.sourceExamId ?? null,
    skillExamId: partOf(detail, postPart.skill)?.sourceExamId ?? null,
    skillScaleId: partOf(detail, postPart.skill)?.scaleId ?? null,
    personalityScaleId: partOf(detail, postPart.personality)?.scaleId ?? null,
  }
}

const namesOf = (detail: PostAssessmentDetail | undefined) =>
  new Map((detail?.parts ?? []).flatMap(({ sourceExamId, name }) => (sourceExamId ? [[sourceExamId, name] as const] : [])))

function PostField({ isLocked }: { readonly isLocked: boolean }): ReactNode {
  const posts = useCall(postModel.allPost)
  const { data } = posts
  const postId = useValue('postId')
  const chosen = data?.find(({ id }) => id === postId)
  return (
    <Field
      name="postId"
      label="岗位"
      extra={chosen && !chosen.hasModel ? '这个岗位还没有技能模型：可以测评，但报告中没有人岗匹配度。' : undefined}
    >
      <Select
        showSearch
        disabled={isLocked}
        optionFilterProp="label"
        placeholder="请选择岗位"
        {...choiceState(posts)}
        options={(data ?? []).map(({ id, name, hasModel }) => ({ value: id, label: hasModel ? name : `${name}（无技能模型）` }))}
      />
    </Field>
  )
}

interface ExamFieldProps {
  readonly label: string
  readonly names: ReadonlyMap<string, string>
  readonly isLocked: boolean
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
}

/** The exam that is the blueprint, by name; without one the part is absent. */
function ExamField({ label, names, isLocked, id, value, onChange }: ExamFieldProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [picked, setPicked] = useState<Picked>()
  const name = value ? (picked?.id === value ? picked.name : (names.get(value) ?? '已选考试')) : '不含此项'
  return (
    <div className="kp-ev-chosen">
      <span className="kp-ev-chosen-name">{name}</span>
      <Button id={id} size="small" disabled={isLocked} aria-label={`选择${label}`} onClick={() => setPicking(true)}>
        {value ? '更换' : '选择考试'}
      </Button>
      {value && (
        <Button size="small" type="link" disabled={isLocked} aria-label={`去掉${label}`} onClick={() => onChange?.(null)}>
          去掉
        </Button>
      )}
      <ExamPicker
        open={isPicking}
        single
        withDrafts
        title={`选择${label}`}
        onClose={() => setPicking(false)}
        onConfirm={([exam]) => {
          setPicked(exam)
          onChange?.(exam?.id ?? null)
        }}
      />
    </div>
  )
}

interface ScaleFieldProps {
  readonly name: 'skillScaleId' | 'personalityScaleId'
  readonly label: string
  readonly kind: 1 | 4
  readonly isLocked: boolean
}

function ScaleField({ name, label, kind, isLocked }: ScaleFieldProps): ReactNode {
  return (
    <Field name={name} label={label} extra={kind === scaleKind.personality ? '结果只有具备人格测评权限的人能看到。' : undefined}>
      <ScaleSelect kind={kind} isClearable isDisabled={isLocked} placeholder="不含此项" />
    </Field>
  )
}
