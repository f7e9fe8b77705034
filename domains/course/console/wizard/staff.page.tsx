import { ActionButton, EmptyState, RightButton } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { courseStatus } from '../../contract/codes.ts'
import { course } from '../../contract/course.ts'
import { publishing } from '../../contract/publishing.ts'
import { StaffList } from '../people/staff-list.tsx'
import { PublishDialog } from '../publish/publish-opened.ts'
import { type CourseDetail, CourseWizard, WithSavedCourse } from './frame.tsx'

/** Step 2: the shelf, and who learns. */
export default function CourseStaffStep(): ReactNode {
  return <WithSavedCourse>{(detail) => <StaffStep detail={detail} />}</WithSavedCourse>
}

function StaffStep({ detail }: { readonly detail: CourseDetail }): ReactNode {
  const [isPublishing, setPublishing] = useState(false)
  const isShelved = detail.courseStatus === courseStatus.shelved
  const shelve = (
    <ActionButton type="primary" endpoint={course.upShelf} input={{ id: detail.id }} successText="上架成功">
      上架课程
    </ActionButton>
  )
  const publish = (
    <RightButton right={publishing.publish} type="primary" onClick={() => setPublishing(true)}>
      发布修改
    </RightButton>
  )
  return (
    <CourseWizard step={2} detail={detail} extra={isShelved ? detail.hasChange && publish : shelve}>
      {detail.courseStatus === courseStatus.draft ? (
        <div className="kp-card">
          <EmptyState text="课程上架后才能添加学员。上架前会检查章节、课件和考试是否可用" />
        </div>
      ) : (
        <StaffList courseId={detail.id} isShelved={isShelved} source={detail.source} />
      )}
      {isPublishing && <PublishDialog courseId={detail.id} name={detail.courseName} onClose={() => setPublishing(false)} />}
    </CourseWizard>
  )
}
