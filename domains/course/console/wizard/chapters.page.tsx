import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { OutlineEditor } from '../outline/outline-editor.tsx'
import { stepPath } from '../paths.ts'
import { CourseWizard, WithSavedCourse } from './frame.tsx'

/** Step 1: chapters and tasks. Every change is saved as it is made. */
export default function CourseChapters(): ReactNode {
  const navigate = useNavigate()
  return (
    <WithSavedCourse>
      {(detail) => (
        <CourseWizard
          step={1}
          detail={detail}
          extra={
            <Button type="primary" onClick={() => void navigate(stepPath(2, detail.id))}>
              下一步
            </Button>
          }
        >
          <OutlineEditor courseId={detail.id} />
        </CourseWizard>
      )}
    </WithSavedCourse>
  )
}
