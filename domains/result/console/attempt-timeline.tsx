import { examEventLabel, isAbnormalEvent, submitCauseLabels } from '@kaopei/exam/contract/exam-events'
import { ErrorState, formatDuration, formatInstant, useCall } from '@kaopei/web'
import { Pagination, Timeline } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { eventsOfPage, results } from '../contract/results.ts'
import type { ResultPaper } from './user-detail.page.tsx'

type AttemptEvent = ResultPaper['events'][number]

/** What happened in a sitting, in the server's order and time. */
export function AttemptTimeline({ paper }: { readonly paper: ResultPaper }): ReactNode {
  const { exam, candidate, attempt, eventCount, abnormalCount } = paper
  const [pageIndex, setPage] = useState(1)
  const card = useRef<HTMLElement>(null)
  const further = useCall(
    results.events,
    { examinationId: exam.id, staffId: candidate.staffId, attemptId: attempt?.id ?? '', pageIndex },
    { enabled: attempt !== null && pageIndex > 1, keepPrevious: true },
  )
  const events: readonly AttemptEvent[] = pageIndex === 1 ? paper.events : (further.data?.dataList ?? [])
  return (
    <aside ref={card} className="kp-card kp-timeline" aria-label="过程记录">
      <h2 className="kp-exam-section">过程记录</h2>
      <p className="kp-hint">
        共 {eventCount} 条{abnormalCount > 0 ? `，其中异常 ${abnormalCount} 条` : ''}
      </p>
      {pageIndex > 1 && further.error && <ErrorState error={further.error} onRetry={() => void further.refetch()} />}
      <Timeline
        items={events.map((event) => ({
          key: event.id,
          color: isAbnormalEvent(event.type) ? 'red' : event.source === 'client' ? 'gray' : 'blue',
          content: (
            <>
              <span className="kp-hint kp-number">{formatInstant(event.serverTime, 'MM-DD HH:mm:ss')}</span>
              <br />
              {examEventLabel(event.type)}
              {detailOf(event)}
            </>
          ),
        }))}
      />
      <Pagination
        size="small"
        simple
        hideOnSinglePage
        showSizeChanger={false}
        current={pageIndex}
        pageSize={eventsOfPage}
        total={eventCount}
        onChange={(to) => {
          setPage(to)
          // The page that comes is read from its beginning, which is some two hundred lines up.
          card.current?.scrollIntoView?.()
        }}
      />
    </aside>
  )
}

function detailOf({ data, actorName }: AttemptEvent): string {
  const { durationMs, reason, before, after, warning, cause, secondsLate, counted, refused } = data
  const parts = [
    typeof cause === 'string' ? (submitCauseLabels[cause] ?? '') : '',
    typeof secondsLate === 'number' ? `截止后 ${secondsLate} 秒，计入 ${Number(counted)} 题，不计入 ${Number(refused)} 题` : '',
    typeof durationMs === 'number' ? `持续 ${formatDuration(durationMs / 1000)}` : '',
    typeof after === 'string' ? `${formatInstant(textOf(before))} → ${formatInstant(after)}` : '',
    typeof reason === 'string' && reason ? `原因：${reason}` : '',
    typeof warning === 'string' ? warning : '',
    actorName ? `操作人：${actorName}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `（${parts.join('，')}）` : ''
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
