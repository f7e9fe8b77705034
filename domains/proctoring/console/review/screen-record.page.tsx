import type { OutputOf } from '@kaopei/contract'
import { DetailPage, EmptyState, formatInstant, RightButton, ToneTag } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { replay } from '../../contract/replay/replay.ts'
import { keepingLabels } from '../../contract/retention.ts'
import { abnormalType, type review } from '../../contract/review.ts'
import { usePlay } from '../use-play.ts'
import { casePath, replayPath } from '../verdicts/paths.ts'
import { FilmCard } from './film-card.tsx'
import { Keeping } from './keeping.tsx'
import { OpenButton } from './opening.tsx'
import { clockPattern, peoplePath, shotsPath } from './paths.ts'
import { ShotGrid } from './shot-grid.tsx'
import { useShots } from './shots-of.ts'
import { useRecord } from './use-record.ts'
import { type ReviewKeys, useReviewKeys } from './use-review-keys.ts'

type Recorded = OutputOf<typeof review.getRecord>

/** The films of the screen and both cameras on one clock, and the pictures below. */
export default function ScreenRecordPage(): ReactNode {
  const resultId = useSearchParams()[0].get('examinationResultId')
  return resultId === null ? <EmptyState text="请从防作弊审核进入考生的录像" /> : <Record key={resultId} resultId={resultId} />
}

function Record({ resultId }: { readonly resultId: string }): ReactNode {
  const asked = useRecord(resultId)
  const navigate = useNavigate()
  return (
    <DetailPage
      of={asked}
      keeps={['examinationResultId']}
      head={({ staffName, examName, examinationId, isOpen, deletedAt, deletedFrom, keeping, heldFor }) => ({
        title: staffName,
        description: `${examName} · ${keptWords(deletedAt, deletedFrom, keeping === 'held')}`,
        tags: keeping !== 'kept' && (
          <ToneTag tone={keeping === 'held' ? 'warning' : 'neutral'}>{[keepingLabels[keeping], ...heldFor].join('：')}</ToneTag>
        ),
        back: () => void navigate(peoplePath(examinationId)),
        extra: (
          <>
            <Button onClick={() => void navigate(casePath(resultId))}>裁定</Button>
            <RightButton right={replay.get} onClick={() => void navigate(replayPath(resultId))}>
              作答回放
            </RightButton>
            {!isOpen && deletedAt === null && <OpenButton resultId={resultId} onOpened={asked.refetch} />}
          </>
        ),
      })}
    >
      {(record) => (
        <>
          <Keeping record={record} />
          <Films record={record} onMarked={asked.refetch} />
          {abnormalType.options.map(({ value }) => (
            <Strip key={`${value}-${record.isOpen}`} resultId={resultId} type={value} />
          ))}
        </>
      )}
    </DetailPage>
  )
}

function keptWords(deletedAt: string | null, deletedFrom: string, isHeld: boolean): string {
  if (deletedAt !== null) return `录像与照片已于 ${formatInstant(deletedAt)} 按保存期限删除`
  return `录像与照片最早于 ${formatInstant(deletedFrom)} 到期，${isHeld ? '暂缓期间到期也不删除' : '到期自动删除'}`
}

const tickMs = 250
const stepSeconds = 10
const noKeys: ReviewKeys = {}

function Films({ record, onMarked }: { readonly record: Recorded; readonly onMarked: () => void }): ReactNode {
  const start = Date.parse(record.startTime)
  const length = Math.max(1, Math.ceil((Date.parse(record.endTime) - start) / 1000))
  const { at: second, isPlaying, toggle, jump, move } = usePlay({ start: 0, end: length, step: tickMs / 1000, everyMs: tickMs })
  const at = start + second * 1000
  const clockText = formatInstant(new Date(at).toISOString(), clockPattern)
  const films = [
    { type: abnormalType.screen, film: record.screen },
    { type: abnormalType.first, film: record.first },
    { type: abnormalType.second, film: record.second },
  ]
  // Where nothing was filmed there is nothing to play.
  const isFilmed = films.some(({ film }) => film.composeStatus !== null)
  const keys = useMemo<ReviewKeys>(
    () => ({
      ' ': toggle,
      ArrowLeft: () => move(-stepSeconds),
      ArrowRight: () => move(stepSeconds),
    }),
    [toggle, move],
  )
  useReviewKeys(record.isOpen && isFilmed ? keys : noKeys)
  return (
    <section className="kp-card" aria-label="录像">
      <div className="kp-review-films">
        {films.map(({ type, film }) => (
          <FilmCard
            key={`${type}-${record.isOpen}`}
            resultId={record.examinationResultId}
            type={type}
            film={film}
            clock={{ start, length, at, isPlaying, jump }}
            isOpen={record.isOpen}
            mayCut={record.mayCut}
            onMarked={onMarked}
          />
        ))}
      </div>
      {isFilmed && (
        <div className="kp-review-clock">
          <Button disabled={!record.isOpen} onClick={toggle}>
            {isPlaying ? '暂停' : '播放'}
          </Button>
          <input
            type="range"
            min={0}
            max={length}
            value={second}
            disabled={!record.isOpen}
            onChange={({ target }) => jump(target.valueAsNumber)}
            aria-label="时间"
            aria-valuetext={clockText}
          />
          <span>{clockText}</span>
          {record.isOpen && <span className="kp-hint">{`空格播放与暂停，← → 移动 ${stepSeconds} 秒`}</span>}
        </div>
      )}
    </section>
  )
}

function Strip({ resultId, type }: { readonly resultId: string; readonly type: 4 | 5 | 6 }): ReactNode {
  const asked = useShots(resultId, type)
  const navigate = useNavigate()
  if (!asked.data || asked.data.shots.length === 0) return null
  const { shots, isOpen } = asked.data
  const title = `${type === abnormalType.screen ? '屏幕' : abnormalType.label(type)}画面`
  return (
    <section className="kp-card" aria-label={title}>
      <div className="kp-review-head">
        <h2>{title}</h2>
        <Button type="link" onClick={() => void navigate(shotsPath(type, resultId))}>
          查看更多
        </Button>
      </div>
      <ShotGrid resultId={resultId} abnormalType={type} shots={shots} isOpen={isOpen} lines={1} onMarked={asked.refetch} />
    </section>
  )
}
