import { calling, RowActions, toast } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { courseSource, courseStatus } from '../contract/codes.ts'
import { course } from '../contract/course.ts'
import { courseStaff } from '../contract/course-staff.ts'
import { publishing } from '../contract/publishing.ts'
import { previewPath, stepPath } from './paths.ts'
import { type CourseAct, courseActs } from './slots.ts'

interface ActedCourse {
  readonly id: string
  readonly courseName: string
  readonly courseStatus: number
  readonly source: number
  readonly hasChange: boolean
}

/** What can be done with a course in its state. */
export function CourseActions({
  course: row,
  onPublish,
  onHistory,
  onAct,
}: {
  readonly course: ActedCourse
  readonly onPublish: () => void
  readonly onHistory: () => void
  readonly onAct: (act: CourseAct) => void
}): ReactNode {
  const navigate = useNavigate()
  const { id, courseName, hasChange } = row
  const isShelved = row.courseStatus === courseStatus.shelved
  const isOwn = row.source === courseSource.own
  return (
    <RowActions
      actions={[
        hasChange && { label: '发布修改', right: publishing.publish, run: onPublish },
        { label: '编辑', right: course.courseEdit, run: () => navigate(stepPath(0, id)) },
        isShelved && { label: '学员', right: courseStaff.updateCourseStaff, run: () => navigate(stepPath(2, id)) },
        !isShelved && calling(course.upShelf, { label: '上架', input: { id }, successText: '上架成功' }),
        ...courseActs.parts().map((act) => ({
          label: act.label,
          isFolded: true,
          right: act.rights,
          run: () => onAct(act),
        })),
        { label: '预览', isFolded: true, run: () => window.open(previewPath(id), '_blank', 'noopener') },
        row.courseStatus !== courseStatus.draft && { label: '发布记录', isFolded: true, run: onHistory },
        isOwn &&
          calling(course.copyCourse, {
            label: '复制',
            isFolded: true,
            input: { id },
            successText: '复制成功',
            onDone: ({ id: copyId, leftRuleCount }) => {
              if (leftRuleCount > 0) toast.warning('自动催学没有复制：它对全部学员生效，请由数据范围为全部的管理员设置')
              void navigate(stepPath(0, copyId))
            },
          }),
        isShelved &&
          calling(course.offShelf, {
            label: '下架',
            isFolded: true,
            input: { id },
            confirm: { title: '确认下架？', content: `下架后“${courseName}”的学员可继续学习，不再接受新学员。` },
            successText: '下架成功',
          }),
        isOwn &&
          calling(course.courseDelete, {
            label: '删除',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: { title: '确认删除？', content: `删除后不可恢复：${courseName}`, isDangerous: true },
            successText: '删除成功',
          }),
      ]}
    />
  )
}
