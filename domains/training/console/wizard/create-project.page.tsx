import { formFor, InstantInput, RichTextEditor, UploadField, useCall, useUnsavedGuard } from '@kaopei/web'
import { Alert, Checkbox, Input, Select } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { projectCategory } from '../../contract/category.ts'
import { project } from '../../contract/project.ts'
import { isChangeable } from '../../contract/status.ts'
import { allCategories } from '../category.tree.tsx'
import { type ProjectDetail, ProjectWizard, WithProject } from './frame.tsx'

const uploaded = z.object({ fileId: z.string(), fileUrl: z.string(), name: z.string(), sizeBytes: z.number() })
/** Controls that are not sent as they are. */
const own = z.object({ cover: z.array(uploaded) })
const { Field, FormBody, useForm } = formFor([project.create, project.modify], own)

/** Step 0: what the project is called, what it is about, when it is, what people are told without anybody asking. */
export default function CreateProject(): ReactNode {
  return <WithProject>{(detail) => <BaseForm key={detail?.id ?? 'new'} detail={detail} />}</WithProject>
}

function BaseForm({ detail }: { readonly detail: ProjectDetail | undefined }): ReactNode {
  const [params] = useSearchParams()
  const version = useRef(detail?.version)
  const savedId = useRef<string | undefined>(detail?.id)
  const categories = useCall(projectCategory.listPage, allCategories)
  const editing = useForm({
    endpoint: savedId.current === undefined ? project.create : project.modify,
    toInput: ({ cover, categoryId, beginTime, endTime, ...values }) => ({
      ...values,
      categoryId: categoryId ?? null,
      beginTime: beginTime ?? null,
      endTime: endTime ?? null,
      coverFileId: cover?.at(-1)?.fileId ?? null,
      ...(savedId.current !== undefined && { id: savedId.current, version: version.current }),
    }),
    successText: '保存成功',
    onSaved: (saved) => {
      savedId.current = saved.id
      version.current = saved.version
    },
  })
  useUnsavedGuard(editing.isChanged)
  const isFixed = detail !== undefined && !isChangeable(detail.status)
  const save = async () => ((await editing.submit()) ? savedId.current : undefined)
  return (
    <ProjectWizard step={0} detail={detail} isSaving={editing.isRunning} {...(!isFixed && { save })}>
      {isFixed && <Alert type="info" showIcon title="项目已结束，不能再修改。" className="kp-training-alert" />}
      <div className="kp-card">
        <FormBody
          editing={editing}
          className="kp-training-form"
          initialValues={detail ? initialOf(detail) : { ...newProject, categoryId: params.get('category') }}
        >
          <Field name="name" label="项目名称" required>
            <Input maxLength={100} showCount placeholder="例如：2026 年新员工入职培训" />
          </Field>
          <div className="kp-training-columns">
            <Field name="categoryId" label="项目分类" required={false}>
              <Select
                allowClear
                placeholder="不分类"
                options={categories.data?.dataList.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              />
            </Field>
            <Field name="cover" label="封面" required={false}>
              <UploadField purpose="image" replace limit={1} text="上传封面" hint="建议 16:9，jpg、png，不超过 10M" />
            </Field>
          </div>
          <div className="kp-training-columns">
            <Field name="beginTime" label="开始时间" required={false} extra="留空为上架后即开始">
              <InstantInput />
            </Field>
            <Field name="endTime" label="结束时间" required={false} extra="到时间后项目自动结束，不再记录进度；留空为长期">
              <InstantInput />
            </Field>
          </div>
          <Field name="information" label="项目介绍" required={false}>
            <RichTextEditor label="项目介绍" placeholder="介绍培训的目标、对象与要求" />
          </Field>
          <NotifyFields />
        </FormBody>
      </div>
    </ProjectWizard>
  )
}

function NotifyFields(): ReactNode {
  return (
    <fieldset className="kp-training-notify">
      <legend>自动通知学员</legend>
      <Field name="notifyJoin" valuePropName="checked" required={false}>
        <Checkbox>加入项目时</Checkbox>
      </Field>
      <Field name="notifyBegin" valuePropName="checked" required={false}>
        <Checkbox>项目开始时</Checkbox>
      </Field>
      <Field name="notifyEnd" valuePropName="checked" required={false}>
        <Checkbox>项目结束时</Checkbox>
      </Field>
      <p className="kp-hint">任务到期前后的提醒在项目的“通知”中设置。</p>
    </fieldset>
  )
}

const newProject = { information: '', cover: [], notifyJoin: true, notifyBegin: false, notifyEnd: false }

function initialOf(detail: ProjectDetail) {
  const { name, categoryId, information, beginTime, endTime, notifyJoin, notifyBegin, notifyEnd, coverFileId, coverUrl } = detail
  return {
    ...{ name, categoryId, information, beginTime, endTime, notifyJoin, notifyBegin, notifyEnd },
    cover: coverFileId && coverUrl ? [{ fileId: coverFileId, fileUrl: coverUrl, name: '封面', sizeBytes: 0 }] : [],
  }
}
