import type { OutputOf } from '@kaopei/contract'
import { exam } from '@kaopei/exam/contract/exam'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { CodeTag, EmptyState, formatInstant, Loaded, useCall } from '@kaopei/web'
import { useMay } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type ExamRow = OutputOf<typeof exam.list>['dataList'][number]

/** The exams under way and coming next. */
export function HomeExams(): ReactNode {
  const enabled = useMay(exam.list)
  const status = [examStatus.inProgress, examStatus.notStarted]
  const exams = useCall(exam.list, { pageIndex: 1, pageSize: 10, status }, { enabled, staleMs: 30_000 })
  if (!enabled) return null
  return (
    <section className="kp-card">
      <div className="kp-card-head">
        <h2 className="kp-section-title">近期考试</h2>
        <Link to="/application/ote/examManage">查看全部</Link>
      </div>
      <Loaded of={exams}>
        {({ dataList }) =>
          dataList.length === 0 ? (
            <EmptyState text="暂无进行中或即将开始的考试" />
          ) : (
            <ul className="kp-exam-rows">
              {runningFirst(dataList).map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function runningFirst(rows: readonly ExamRow[]): readonly ExamRow[] {
  return [...rows].sort((a, b) => b.status - a.status).slice(0, 6)
}

function Row({ row }: { readonly row: ExamRow }): ReactNode {
  const share = row.staffCount === 0 ? 0 : Math.min(1, row.submittedCount / row.staffCount)
  return (
    <li>
      <div className="kp-exam-name">
        <Link to={`/application/ote/examManageDetail?id=${row.id}`} title={row.name}>
          {row.name}
        </Link>
        <span className="kp-hint">
          {formatInstant(row.admissionStartTime)} 至 {formatInstant(row.admissionEndTime)}
        </span>
      </div>
      <div className="kp-exam-share">
        <span className="kp-hint">
          已交卷 {row.submittedCount} / {row.staffCount}
        </span>
        <div className="kp-bar" aria-hidden="true">
          <div style={{ width: `${share * 100}%` }} />
        </div>
      </div>
      <CodeTag codes={examStatus} value={row.status} />
    </li>
  )
}
