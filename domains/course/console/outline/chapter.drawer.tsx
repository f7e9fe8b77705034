import { formFor } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { type CourseOutline, courseOutlineCalls } from '../../contract/course-outline.ts'
import { ConditionsControl } from './conditions-control.tsx'
import type { EditedChapter, OutlineEditing } from './use-outline.ts'

const { Field, FormDrawer } = formFor(courseOutlineCalls.courseChapterEdit)

interface Props {
  readonly outline: CourseOutline
  readonly editing: OutlineEditing
  readonly chapter: EditedChapter | undefined
  readonly onClose: () => void
}

/** A chapter's name, words and conditions. */
export function ChapterDrawer({ outline, editing, chapter, onClose }: Props): ReactNode {
  const { courseId, version } = outline
  const own = new Set(chapter?.tasks.map(({ id }) => id))
  const others = outline.chapters.flatMap(({ tasks }) => tasks).filter(({ id }) => !own.has(id))
  return (
    <FormDrawer
      open
      title={chapter ? '编辑章节' : '添加章节'}
      width={560}
      onClose={onClose}
      endpoint={courseOutlineCalls.courseChapterEdit}
      successText="保存成功"
      onSaved={() => editing.asked.refetch()}
      initialValues={{
        courseId,
        version,
        title: chapter?.title ?? '',
        descript: chapter?.descript ?? '',
        conditions: chapter?.conditions ?? [],
        ...(chapter && { id: chapter.id }),
      }}
    >
      <Field name="title" label="章节名称">
        <Input maxLength={200} showCount />
      </Field>
      <Field name="descript" label="章节说明">
        <Input.TextArea rows={3} maxLength={2000} showCount />
      </Field>
      <Field name="conditions" label="开放条件" extra="全部满足才开放；章节未开放时，其中的任务都不开放">
        <ConditionsControl tasks={others} />
      </Field>
    </FormDrawer>
  )
}
