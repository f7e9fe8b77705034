import { courseTotals } from '@kaopei/course/contract/totals'
import { exam } from '@kaopei/exam/contract/exam'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { reviewExam } from '@kaopei/marking/contract/review-exam'
import { staffSource } from '@kaopei/org/contract/codes'
import { staff } from '@kaopei/org/contract/staff'
import { questionMenu } from '@kaopei/question/contract/menus'
import { question } from '@kaopei/question/contract/question'
import { projectTotals } from '@kaopei/training/contract/totals'
import { exactNumber, formatNumber, useCall } from '@kaopei/web'
import { useMay } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const onlyCount = { pageIndex: 1, pageSize: 1 } as const
const staleMs = 30_000

/** How much there is of what the person works with; nothing of what they may not see. */
export function HomeFigures(): ReactNode {
  return (
    <div className="kp-figures">
      <RunningExams />
      <PapersToMark />
      <Questions />
      <Courses />
      <Projects />
      <People />
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly unit: string
  readonly value: number | undefined
  readonly hasFailed: boolean
  readonly to: string
  readonly note?: string
}

function Figure({ label, unit, value, hasFailed, to, note }: FigureProps): ReactNode {
  return (
    <Link to={to} className="kp-figure">
      <span className="kp-figure-label">{label}</span>
      <span className="kp-figure-value" title={value === undefined ? undefined : exactNumber(value)}>
        {value === undefined ? (hasFailed ? '-' : '\u2007') : formatNumber(value)}
        <small>{unit}</small>
      </span>
      <span className="kp-hint">{note ?? '\u00a0'}</span>
    </Link>
  )
}

function RunningExams(): ReactNode {
  const enabled = useMay(exam.list)
  const running = useCall(exam.list, { ...onlyCount, status: examStatus.inProgress }, { enabled, staleMs })
  const coming = useCall(exam.list, { ...onlyCount, status: examStatus.notStarted }, { enabled, staleMs })
  if (!enabled) return null
  return (
    <Figure
      label="进行中的考试"
      unit="场"
      value={running.data?.totalCount}
      hasFailed={running.error !== null}
      to={`/application/ote/examManage?status=${examStatus.inProgress}`}
      {...(coming.data && { note: `${coming.data.totalCount} 场即将开始` })}
    />
  )
}

function PapersToMark(): ReactNode {
  const enabled = useMay(reviewExam.waiting)
  const marking = useCall(reviewExam.waiting, undefined, { enabled, staleMs })
  if (!enabled) return null
  return (
    <Figure
      label="待阅答卷"
      unit="份"
      value={marking.data?.paperCount}
      hasFailed={marking.error !== null}
      to="/application/ote/testMarking"
      {...(marking.data && { note: `来自 ${marking.data.examCount} 场考试` })}
    />
  )
}

function Questions(): ReactNode {
  // Authors of exams may read questions; where the figure leads is for those who have the menu.
  const enabled = useMay(questionMenu.rights.view)
  const all = useCall(question.list, onlyCount, { enabled, staleMs })
  if (!enabled) return null
  return (
    <Figure
      label="试题"
      unit="道"
      value={all.data?.totalCount}
      hasFailed={all.error !== null}
      to="/application/ote/quesmgmt"
      note="题库中的全部试题"
    />
  )
}

function Courses(): ReactNode {
  const enabled = useMay(courseTotals.total)
  const mayCount = useMay(courseTotals.todayCount)
  const all = useCall(courseTotals.total, undefined, { enabled, staleMs })
  const today = useCall(courseTotals.todayCount, undefined, { enabled: enabled && mayCount, staleMs })
  if (!enabled) return null
  return (
    <Figure
      label="课程"
      unit="门"
      value={all.data?.courseCount}
      hasFailed={all.error !== null}
      to="/application/online/courseManager"
      {...(all.data && {
        note: today.data
          ? `今日 ${exactNumber(today.data.learnerCount)} 人学习`
          : `${exactNumber(all.data.shelvedCount)} 门已上架`,
      })}
    />
  )
}

function Projects(): ReactNode {
  const enabled = useMay(projectTotals.taskCount)
  const running = useCall(projectTotals.taskCount, undefined, { enabled, staleMs })
  if (!enabled) return null
  return (
    <Figure
      label="培训任务"
      unit="项"
      value={running.data?.taskCount}
      hasFailed={running.error !== null}
      to="/application/online/projectCenter"
      {...(running.data && { note: `来自 ${exactNumber(running.data.projectCount)} 个进行中的项目` })}
    />
  )
}

function People(): ReactNode {
  const enabled = useMay(staff.list)
  const all = useCall(staff.list, { ...onlyCount, staffSource: staffSource.employee }, { enabled, staleMs })
  if (!enabled) return null
  return (
    <Figure
      label="员工"
      unit="人"
      value={all.data?.totalCount}
      hasFailed={all.error !== null}
      to="/business/udp/orgoumgmt"
      note="您可以管理的人员"
    />
  )
}
