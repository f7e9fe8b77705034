import { EmptyState, formatDuration, formatInstant, mayOrWarn, RightButton, toast, useAction } from '@kaopei/web'
import { report, uploadFile } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { abnormalType, cheatTag, composeStatus, review, tagType } from '../../contract/review.ts'
import { DoubtfulPieces } from './doubtful-pieces.tsx'
import { type Film, type FilmClock, FilmScreen, useShown } from './film-screen.tsx'
import { frameOf } from './frame-of.ts'
import { clockPattern } from './paths.ts'
import { viewerText } from './watermark.tsx'
import './review.css'

/** The clock of the page, in its own seconds too. */
export interface Clock extends FilmClock {
  readonly start: number
  /** Seconds. */
  readonly length: number
  readonly jump: (second: number) => void
}

interface Props {
  readonly resultId: string
  readonly type: 4 | 5 | 6
  readonly film: Film
  readonly clock: Clock
  readonly isOpen: boolean
  /** Frames are still kept. */
  readonly mayCut: boolean
  readonly onMarked: () => void
}

function emptyWords({ isWanted, pictures }: Film): string {
  if (isWanted) return '暂无数据'
  return pictures ? '不录像，照片见下方' : '本场考试不采集'
}

/** One source: its film by pieces, how much of it is there, and its mark. */
export function FilmCard({ resultId, type, film, clock, isOpen, mayCut, onMarked }: Props): ReactNode {
  const hasPieces = film.composeStatus !== null
  const shown = useShown({ resultId, type, film, isOpen }, clock.at)
  const video = useRef<HTMLVideoElement>(null)
  return (
    <article className="kp-review-film" aria-label={abnormalType.label(type)}>
      <h2>{abnormalType.label(type)}</h2>
      {!hasPieces && <EmptyState text={emptyWords(film)} />}
      {hasPieces && !isOpen && <div className="kp-review-blur">填写原因后显示</div>}
      {hasPieces && isOpen && (
        <>
          <FilmScreen shown={shown} clock={clock} video={video} />
          {typeof shown === 'object' && mayCut && (
            <MarkFrame video={() => video.current} at={clock.at} resultId={resultId} type={type} onMarked={onMarked} />
          )}
          {typeof shown === 'object' && !mayCut && <p className="kp-hint">截取画面的保存期限已过，不能再截取</p>}
        </>
      )}
      {(hasPieces || film.isWanted) && (
        <CoverageBar holes={film.holes} clock={clock} thing="录像">
          {film.isWanted ? filmWords(film) : '本场考试不要求这一机位录像'}
        </CoverageBar>
      )}
      {film.pictures && (
        <CoverageBar holes={film.pictures.holes} clock={clock} thing="照片">
          {picturesWords(film.pictures)}
        </CoverageBar>
      )}
      {hasPieces && film.composeStatus !== composeStatus.ready && (
        <p className="kp-hint">{`${composeStatus.label(film.composeStatus ?? 0)}${film.reason ? `（${film.reason}）` : ''} 可先按片段观看`}</p>
      )}
      {film.unreadableCount > 0 && <p className="kp-hint">{`有 ${film.unreadableCount} 个片段无法读取，未合成到录像中`}</p>}
      {film.doubtfulCount > 0 && isOpen && <DoubtfulPieces resultId={resultId} type={type} count={film.doubtfulCount} />}
      {hasPieces && isOpen && <MarkWhole resultId={resultId} type={type} film={film} onMarked={onMarked} />}
    </article>
  )
}

/** More are found on the bar. */
const mostListed = 5

interface BarProps {
  readonly holes: Film['holes']
  readonly clock: Clock
  /** What is missing in a hole. */
  readonly thing: string
  readonly children: ReactNode
}

const holesWords = (holes: Film['holes']) => (holes.length === 0 ? '无缺失' : `缺 ${holes.length} 段`)

function filmWords({ expectedSeconds, coveredSeconds, coveragePercent, holes }: Film): string {
  return `应录 ${formatDuration(expectedSeconds)}，已录 ${formatDuration(coveredSeconds)}（${coveragePercent}%），${holesWords(holes)}`
}

function picturesWords({
  everySeconds,
  expectedCount,
  takenCount,
  coveragePercent,
  holes,
}: NonNullable<Film['pictures']>): string {
  return `每 ${everySeconds} 秒一张，应拍 ${expectedCount} 张，已拍 ${takenCount} 张（覆盖 ${coveragePercent}%），${holesWords(holes)}`
}

function CoverageBar({ holes, clock, thing, children }: BarProps): ReactNode {
  const place = (at: string) => ((Date.parse(at) - clock.start) / (clock.length * 1000)) * 100
  return (
    <>
      <div className="kp-review-bar">
        {holes.map(({ from, until, reason }) => (
          <button
            key={from}
            type="button"
            className="kp-review-hole"
            style={{ insetInlineStart: `${place(from)}%`, inlineSize: `${Math.max(0.5, place(until) - place(from))}%` }}
            aria-label={holeWords(thing, { from, until, reason })}
            title={holeWords(thing, { from, until, reason })}
            onClick={() => clock.jump(Math.max(0, (Date.parse(from) - clock.start) / 1000 - 5))}
          />
        ))}
      </div>
      <p className="kp-hint">{children}</p>
      {holes.length > 0 && (
        <ul className="kp-review-holes">
          {holes.slice(0, mostListed).map((hole) => (
            <li key={hole.from}>{`${clockOf(hole.from)} 至 ${clockOf(hole.until)}：${hole.reason}`}</li>
          ))}
          {holes.length > mostListed && <li>{`其余 ${holes.length - mostListed} 段见上方色条`}</li>}
        </ul>
      )}
    </>
  )
}

const clockOf = (at: string) => formatInstant(at, 'HH:mm:ss')
const holeWords = (thing: string, { from, until, reason }: Film['holes'][number]) =>
  `缺少${thing}：${formatInstant(from, clockPattern)} 至 ${formatInstant(until, clockPattern)}（${reason}）`

type MarkProps = Pick<Props, 'resultId' | 'type' | 'onMarked'>

function MarkWhole({ film, resultId, type, onMarked }: MarkProps & { readonly film: Film }): ReactNode {
  const isMarked = film.cheatTag === cheatTag.marked
  const mark = useAction(review.setCheatTag, { successText: isMarked ? '取消标记成功' : '标记成功', onDone: onMarked })
  return (
    <RightButton
      right={review.setCheatTag}
      danger={!isMarked}
      loading={mark.isRunning}
      onClick={() =>
        void mark.run({
          examinationResultId: resultId,
          abnormalType: type,
          tagType: tagType.whole,
          cheatTag: isMarked ? cheatTag.none : cheatTag.marked,
        })
      }
    >
      {isMarked ? '取消整段标记' : '标记整段录像'}
    </RightButton>
  )
}

/** What the film shows now becomes a picture of its own, and is marked. */
function MarkFrame({
  video,
  at,
  resultId,
  type,
  onMarked,
}: MarkProps & { readonly video: () => HTMLVideoElement | null; readonly at: number }): ReactNode {
  const [isSending, setSending] = useState(false)
  const mark = useAction(review.setCheatTag, { successText: '标记成功', onDone: onMarked })
  const send = async () => {
    const shown = video()
    const file = shown && (await frameOf(shown, viewerText()))
    if (!file) {
      toast.warning('画面还没有显示出来，请稍等或移动时间后重试')
      return
    }
    const { fileUrl } = await uploadFile(file, { purpose: 'frame', signal: AbortSignal.timeout(60_000) })
    await mark.run({
      examinationResultId: resultId,
      abnormalType: type,
      tagType: tagType.shot,
      cheatTag: cheatTag.marked,
      videoScreenShotUrl: fileUrl,
      videoScreenShotTime: new Date(at).toISOString(),
    })
  }
  const click = () => {
    if (!mayOrWarn(review.setCheatTag)) return
    setSending(true)
    void send()
      .catch((error: unknown) => report(error, review.setCheatTag.facts.path))
      .finally(() => setSending(false))
  }
  return (
    <Button size="small" loading={isSending} onClick={click}>
      截取并标记
    </Button>
  )
}
