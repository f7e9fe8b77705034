import { detailPath, useExamStudents } from '@kaopei/exam/parts'
import { type Student, StudentDrawer } from '@kaopei/org/parts'
import { EmptyState } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

/** The people of a stored exam that the address names: every change is stored at once. */
export function ExamStudents({ examId }: { readonly examId: string }): ReactNode {
  const [isOpen, setOpen] = useState(true)
  const [students, setStudents] = useState<readonly Student[]>([])
  const callsOf = useExamStudents()
  return (
    <div className="kp-card">
      <EmptyState
        text="考试的学员在「学员管理」中添加和移除，立即生效"
        action={
          <>
            <Button type="primary" onClick={() => setOpen(true)}>
              学员管理
            </Button>
            <Link to={detailPath(examId)}>考试详情</Link>
          </>
        }
      />
      <StudentDrawer open={isOpen} onClose={() => setOpen(false)} students={students} onChange={setStudents} callsOf={callsOf} />
    </div>
  )
}
