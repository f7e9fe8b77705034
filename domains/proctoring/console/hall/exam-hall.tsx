import { ErrorState, PageHeader, PageSkeleton, RightButton, ToneTag, useMay } from '@kaopei/web'
import { isApiError } from '@kaopei/web/client'
import { Alert, Button, Input, Segmented, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { type HallRow, hall } from '../../contract/hall.ts'
import { hallErrors } from '../../contract/hall-errors.ts'
import { live } from '../../contract/live.ts'
import { incidentsPath } from '../incidents/paths.ts'
import { useTrials } from '../rehearsal/use-trials.ts'
import { type Act, ActDialog, actTitles, EndExamDialog, MoveDialog } from './act.dialog.tsx'
import { AnswerCalls } from './answer-calls.tsx'
import { type HallPage, HallTable } from './hall-table.tsx'
import { Handled } from './handled.tsx'
import { LiveWall } from './live-wall.tsx'
import { hallsPath } from './paths.ts'
import { RoomFilter } from './room-filter.tsx'
import { useHall } from './use-hall.ts'
import { useInterrupted, useStreams } from './use-streams.ts'
import './live.css'

const shown = {
  all: { label: '全部', has: () => true },
  incidents: { label: '需处理', has: ({ urgency }: HallRow) => urgency > 0 },
  underWay: { label: '答题中', has: ({ isUnderWay }: HallRow) => isUnderWay },
  rest: { label: '未在考', has: ({ isUnderWay }: HallRow) => !isUnderWay },
} as const
type Shown = keyof typeof shown
const shownNames: readonly Shown[] = ['all', 'incidents', 'underWay', 'rest']

/** From here on clients record less (`candidate/capture/pace.ts`). */
const busyFrom = 4

/** The acts of the toolbar, for everybody who is chosen. */
const acts: readonly Act[] = ['message', 'warning', 'pause', 'resume', 'extend', 'force']

function applies(act: Act, { isUnderWay, mayPause, mayResume, mayReopen }: HallRow): boolean {
  if (act === 'pause') return mayPause
  if (act === 'resume') return mayResume
  return act === 'reopen' ? mayReopen : isUnderWay
}

/** One exam: everybody, incidents first, and what can be done to whom. */
export function ExamHall({ examId }: { readonly examId: string }): ReactNode {
  const { view, error, isLate, ask } = useHall(examId)
  const trials = useTrials(examId)
  const navigate = useNavigate()
  const mayWatch = useMay(live.views)
  const [filter, setFilter] = useState<Shown>('all')
  const [name, setName] = useState('')
  const [room, setRoom] = useState<string>()
  const [page, setPage] = useState<HallPage>({ current: 1, pageSize: 100 })
  const [isWall, setWall] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isEnding, setEnding] = useState(false)
  const [moving, setMoving] = useState<string>()
  const [act, setAct] = useState<{ kind: Act; attemptIds: readonly string[] } | null>(null)
  const back = () => void navigate(hallsPath)
  const everybody = useInterrupted(examId, view?.rows ?? [])
  const ofRoom = everybody.filter(({ roomName }) => room === undefined || roomName === room)
  const rows = ofRoom.filter((row) => shown[filter].has(row) && row.name.includes(name.trim()))
  const current = Math.min(page.current, Math.max(1, Math.ceil(rows.length / page.pageSize)))
  const onScreen = rows.slice((current - 1) * page.pageSize, current * page.pageSize)
  const streams = useStreams(
    examId,
    onScreen.flatMap(({ attemptId, isUnderWay }) => (attemptId !== null && isUnderWay ? [attemptId] : [])),
  )
  if (!view)
    return (
      <>
        <PageHeader title="监考大厅" back={back} />
        {error === undefined ? <PageSkeleton /> : <ErrorState error={error} onRetry={() => void ask()} />}
      </>
    )
  const mayChoose = new Set(view.rows.flatMap(({ attemptId, isOwn }) => (attemptId === null || isOwn ? [] : [attemptId])))
  const ids = chosen.filter((id) => mayChoose.has(id))
  const chosenRows = view.rows.filter(({ attemptId }) => attemptId !== null && ids.includes(attemptId))
  return (
    <>
      <PageHeader
        title={view.name}
        back={back}
        extra={
          <Space>
            <Button onClick={() => void navigate(incidentsPath(examId))}>突发事件</Button>
            {view.mayEndExam && (
              <RightButton right={hall.endExam} danger onClick={() => setEnding(true)}>
                提前结束考试
              </RightButton>
            )}
          </Space>
        }
        tags={
          <>
            <ToneTag tone={isLate ? 'danger' : 'success'}>{isLate ? '连接中断，正在重试' : '实时'}</ToneTag>
            {streams.load !== undefined && (
              <ToneTag tone={streams.load >= busyFrom ? 'warning' : 'neutral'}>{`服务器负载 ${streams.load}/10`}</ToneTag>
            )}
          </>
        }
      />
      <section className="kp-card" aria-label="考生">
        {isLate && (
          <Alert type="warning" showIcon title={`${lateWords(error)}下面是最后一次收到的。`} style={{ marginBottom: 12 }} />
        )}
        <Space wrap style={{ display: 'flex', marginBottom: 12 }}>
          <Segmented
            value={filter}
            onChange={setFilter}
            options={shownNames.map((value) => ({
              value,
              label: `${shown[value].label} ${ofRoom.filter(shown[value].has).length}`,
            }))}
          />
          {mayWatch && (
            <Segmented
              value={isWall ? 'wall' : 'list'}
              onChange={(value) => setWall(value === 'wall')}
              options={[
                { value: 'list', label: '列表' },
                { value: 'wall', label: '画面' },
              ]}
            />
          )}
          <RoomFilter rows={view.rows} value={room} onChange={setRoom} />
          <Input
            allowClear
            placeholder="考生姓名"
            aria-label="考生姓名"
            value={name}
            onChange={(event) => setName(event.target.value)}
            style={{ width: 160 }}
          />
        </Space>
        {/* A line of their own: beside the filters some would fall under them, now these and now those. */}
        <Space wrap style={{ display: 'flex', marginBottom: 12 }}>
          {acts.map((kind) => (
            <RightButton
              key={kind}
              right={rightOf[kind]}
              disabled={!chosenRows.some((row) => applies(kind, row))}
              danger={kind === 'force'}
              onClick={() => setAct({ kind, attemptIds: ids })}
            >
              {actTitles[kind]}
            </RightButton>
          ))}
          <AnswerCalls examId={examId} rows={view.rows} chosen={ids} onDone={() => void ask()} />
          <Handled
            examId={examId}
            rows={view.rows}
            chosen={ids}
            onDone={() => {
              setChosen([])
              void ask(true)
            }}
          />
          {ids.length > 0 && <span className="kp-hint">已选 {ids.length} 人</span>}
        </Space>
        {isWall && (
          <LiveWall
            examId={examId}
            rows={rows}
            actsOn={(attemptId) => (
              <ActsOnOne
                row={view.rows.find((row) => row.attemptId === attemptId)}
                onAct={(kind) => setAct({ kind, attemptIds: [attemptId] })}
              />
            )}
          />
        )}
        {!isWall && (
          <HallTable
            rows={rows}
            page={{ ...page, current }}
            onPage={setPage}
            trials={trials}
            streams={streams}
            chosen={ids}
            onChoose={setChosen}
            onReopen={(id) => setAct({ kind: 'reopen', attemptIds: [id] })}
            {...(view.hasRooms && { onMove: setMoving })}
          />
        )}
      </section>
      {isEnding && <EndExamDialog examId={examId} onClose={() => setEnding(false)} onDone={() => void ask()} />}
      {moving && (
        <MoveDialog examId={examId} attemptIds={[moving]} onClose={() => setMoving(undefined)} onDone={() => void ask()} />
      )}
      {act && (
        <ActDialog
          act={act.kind}
          examId={examId}
          attemptIds={act.attemptIds}
          onClose={() => setAct(null)}
          onDone={() => {
            setChosen([])
            void ask()
          }}
        />
      )}
    </>
  )
}

interface OnOne {
  readonly row: HallRow | undefined
  readonly onAct: (kind: Act) => void
}

/** Beside one candidate's films: how they stand, and what can be done, as for the chosen ones of the list. */
function ActsOnOne({ row, onAct }: OnOne): ReactNode {
  if (!row) return null
  return (
    <Space wrap>
      <ToneTag tone={row.urgency >= 4 ? 'danger' : 'info'}>{row.state}</ToneTag>
      {row.isOwn && <span className="kp-hint">本人，由他人处理</span>}
      {!row.isOwn &&
        acts
          .filter((kind) => applies(kind, row))
          .map((kind) => (
            <RightButton key={kind} size="small" right={rightOf[kind]} danger={kind === 'force'} onClick={() => onAct(kind)}>
              {actTitles[kind]}
            </RightButton>
          ))}
    </Space>
  )
}

/** What the server says of it: the exam is over, or no longer theirs. */
function lateWords(error: unknown): string {
  return isApiError(error, hallErrors.notWatchable.code) ? `${error.message}。` : '暂时收不到最新状态，'
}

const rightOf = {
  message: hall.tell,
  warning: hall.tell,
  pause: hall.pause,
  resume: hall.resume,
  extend: hall.extend,
  force: hall.force,
  reopen: hall.reopen,
} satisfies Record<Act, unknown>
