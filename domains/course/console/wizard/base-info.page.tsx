import { LecturerControl } from '@kaopei/instructor/parts'
import { CategorySelect, formFor, LoadAgain, RichTextEditor, UploadField, useCall, useUnsavedGuard } from '@kaopei/web'
import { Input, InputNumber, Radio, Switch } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { category } from '../../contract/category.ts'
import { courseSource, courseType } from '../../contract/codes.ts'
import { course } from '../../contract/course.ts'
import { courseSections } from '../slots.ts'
import { type CourseDetail, CourseWizard, WithCourse } from './frame.tsx'

const uploaded = z.object({ fileId: z.string(), fileUrl: z.string(), name: z.string(), sizeBytes: z.number() })
/** Controls that are not sent as they are. */
const own = z.object({ cover: z.array(uploaded), teacher: z.object({ id: z.string(), name: z.string() }).nullable() })
const { Field, FormBody, useForm, useValue } = formFor(course.courseEdit, own)

/** Step 0: what the course is called, what it is about, who may come, by when. */
export default function CourseBaseInfo(): ReactNode {
  return <WithCourse>{(detail) => <BaseForm key={detail?.id ?? 'new'} detail={detail} />}</WithCourse>
}

function BaseForm({ detail }: { readonly detail: CourseDetail | undefined }): ReactNode {
  const [params] = useSearchParams()
  const version = useRef(detail?.version)
  const savedId = useRef<string | undefined>(detail?.id)
  const categories = useCall(category.list)
  const editing = useForm({
    endpoint: course.courseEdit,
    toInput: ({ cover, teacher, categoryId, places, dueDays, ...values }) => ({
      ...values,
      categoryId: categoryId ?? null,
      places: places ?? null,
      dueDays: dueDays ?? null,
      coverFileId: cover?.at(-1)?.fileId ?? null,
      teacherId: teacher?.id ?? null,
      ...(savedId.current !== undefined && { id: savedId.current, version: version.current }),
    }),
    successText: '保存成功',
    onSaved: (saved) => {
      savedId.current = saved.id
      version.current = saved.version
    },
  })
  useUnsavedGuard(editing.isChanged)
  const save = async () => ((await editing.submit()) ? savedId.current : undefined)
  const isBought = detail?.source === courseSource.bought
  return (
    <CourseWizard step={0} detail={detail} save={save} isSaving={editing.isRunning}>
      <div className="kp-card">
        <FormBody
          editing={editing}
          className="kp-course-form"
          initialValues={detail ? initialOf(detail) : { ...newCourse, categoryId: params.get('category') }}
        >
          <Field name="courseName" label="课程名称">
            <Input maxLength={100} showCount disabled={isBought} placeholder="例如：新员工安全生产培训" />
          </Field>
          <div className="kp-course-columns">
            <Field
              name="categoryId"
              label="课程分类"
              {...(categories.error && { extra: <LoadAgain of={categories} what="分类" /> })}
            >
              <CategorySelect of={categories} placeholder="不分类" />
            </Field>
            <Field name="teacher" label="讲师" required={false}>
              <LecturerControl />
            </Field>
          </div>
          <Field name="cover" label="封面" required={false}>
            <UploadField purpose="image" replace limit={1} text="上传封面" hint="建议 16:9，jpg、png，不超过 10M" />
          </Field>
          <Field name="descript" label="课程介绍">
            <RichTextEditor label="课程介绍" placeholder="介绍课程的内容、对象与要求" />
          </Field>
          <TypeFields />
          <div className="kp-course-columns">
            {/* Without limits of its own, which would cut a number to them unsaid: what the call refuses is said. */}
            <Field name="dueDays" label="完成期限" extra="加入课程后的天数；留空为不限期。可按学员另行设置">
              <InputNumber suffix="天" style={{ width: '100%' }} placeholder="不限" />
            </Field>
            <Field
              name="hasWatermark"
              label="学习页水印"
              valuePropName="checked"
              extra="显示学员的姓名与账号，起提醒作用，不能阻止拍摄"
            >
              <Switch />
            </Field>
          </div>
        </FormBody>
      </div>
      {detail &&
        courseSections.parts().map((Section) => <Section key={Section.displayName ?? Section.name} courseId={detail.id} />)}
    </CourseWizard>
  )
}

const newCourse = {
  type: courseType.assigned,
  isJoinApproved: false,
  hasWatermark: false,
  descript: '',
  cover: [],
  teacher: null,
}

function initialOf(detail: CourseDetail) {
  const { coverFileId, coverUrl, teacherId, teacherName } = detail
  return {
    ...detail,
    cover: coverFileId && coverUrl ? [{ fileId: coverFileId, fileUrl: coverUrl, name: '封面', sizeBytes: 0 }] : [],
    teacher: teacherId ? { id: teacherId, name: teacherName ?? '（已删除）' } : null,
  }
}

function TypeFields(): ReactNode {
  const isOpen = useValue('type') === courseType.open
  return (
    <>
      <Field name="type" label="课程类型" extra={isOpen ? '员工可在课程库中自行报名，也可由管理员指派' : '只由管理员指派'}>
        <Radio.Group options={[...courseType.options]} />
      </Field>
      {isOpen && (
        <div className="kp-course-columns">
          <Field name="isJoinApproved" label="报名需审核" valuePropName="checked">
            <Switch />
          </Field>
          <Field name="places" label="报名名额" extra="只限制自行报名的人数；留空为不限">
            <InputNumber suffix="人" style={{ width: '100%' }} placeholder="不限" />
          </Field>
        </div>
      )}
    </>
  )
}
