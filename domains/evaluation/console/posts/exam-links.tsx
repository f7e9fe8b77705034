import { testMarkingMenu } from '@kaopei/marking/contract/menus'
import { examinationHall, markCheating } from '@kaopei/proctoring/contract/menus'
import { useMay } from '@kaopei/web'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { partExamName } from '../../contract/post-words.ts'

interface ExamLinksProps {
  readonly name: string
  readonly part: number
  readonly examId: string
}

/** From a part of an assessment to where its exam is watched, marked and reviewed; each for those who have its right. */
export function ExamLinks({ name, part, examId }: ExamLinksProps): ReactNode {
  const mayWatch = useMay(examinationHall.rights.view)
  const mayMark = useMay(testMarkingMenu.rights.view)
  const mayReview = useMay(markCheating.rights.view)
  const marking = new URLSearchParams({ examName: partExamName(name, part) })
  const links = [
    mayWatch && { to: `${examinationHall.path}?examId=${examId}`, text: '监考' },
    mayMark && { to: `${testMarkingMenu.path}?${marking}`, text: '阅卷' },
    mayReview && { to: `${markCheating.path}?examinationId=${examId}`, text: '防作弊审核' },
  ].filter((one) => one !== false)
  if (links.length === 0) return null
  return (
    <span className="kp-ev-exam-links">
      {links.map(({ to, text }) => (
        <Link key={text} to={to}>
          {text}
        </Link>
      ))}
    </span>
  )
}
