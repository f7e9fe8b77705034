import type { OutputOf } from '@kaopei/contract'
import { EmptyState, formatInstant, mayOrWarn, RightButton, useAction, useCall } from '@kaopei/web'
import { report, uploadFile } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { abnormalType, cheatTag, composeStatus, review, tagType } from '../../contract/review.ts'
import { frameOf } from './frame-of.ts'
import { clockPattern } from './paths.ts'
import { viewerText, Watermarked } from './watermark.tsx'
import './review.css'

type Film = OutputOf<typeof review.getRecord>['screen']

/** The one clock of all films; instants in milliseconds. */
export interface Clock {
  readonly start: number
  /** Seconds. */
  readonly length: number
  readonly at: number
  readonly isPlaying: boolean
  readonly jump: (second: number) => void
}

interface Props {
  readonly resultId: string
  readonly type: 4 | 5 | 6
  readonly film: Film
  readonly clock: Clock
  readonly isOpen: boolean
  readonly onMarked: () => void
}

/** One source: its film by pieces, how much of it is there, and its mark. */
export function FilmCard({ resultId, type, film, clock, isOpen, onMarked }: Props): ReactNode {
  const hasPieces = film.composeStatus !== null
  const asked = useCall(
    review.listPieces,
    { examinationResultId: resultId, abnormalType: type },
    { enabled: hasPieces && isOpen && film.composeUrl === null },
  )
  const piece = asked.data?.dataList.findLast(({ from, until }) => Date.parse(from) <= clock.at && clock.at < Date.parse(until))
  const shown = shownAt(film, piece, clock.at)
  return (
    <article className="kp-review-film" aria-label={abnormalType.label(type)}>
      <h2>{abnormalType.label(type)}</h2>
      {!hasPieces && <EmptyState text="暂无数据" />}
      {hasPieces && !isOpen && <div className="kp-review-blur">填写原因后显示</div>}
      {hasPieces && isOpen && (
        <Screen shown={shown} clock={clock} isLoading={film.composeUrl === null && asked.isPending}>
          {(video) => <MarkFrame video={video} resultId={resultId} type={type} onMarked={onMarked} />}
        </Screen>
      )}
      {hasPieces && <CoverageBar film={film} clock={clock} />}
      {hasPieces && film.composeStatus !== composeStatus.ready && (
        <p className="kp-hint">{`${composeStatus.label(film.composeStatus ?? 0)}${film.reason ? `（${film.reason}）` : ''} 可先按片段观看`}</p>
      )}
      {film.unreadableCount > 0 && <p className="kp-hint">{`有 ${film.unreadableCount} 个片段无法读取，未合成到录像中`}</p>}
      {hasPieces && isOpen && <MarkWhole resultId={resultId} type={type} film={film} onMarked={onMarked} />}
    </article>
  )
}

interface Piece {
  readonly id: string
  readonly from: string
  readonly isStill: boolean
  readonly url: string
}

interface ShownFilm {
  readonly key: string
  readonly url: string
  /** The second of the film at this moment of the clock. */
  readonly second: number
}

/** The composed film where there is one, else the piece of this moment. */
function shownAt(film: Film, piece: Piece | undefined, at: number): ShownFilm | 'still' | 'none' {
  const { composeUrl, composeFrom } = film
  if (composeUrl !== null && composeFrom !== null)
    return { key: 'film', url: composeUrl, second: (at - Date.parse(composeFrom)) / 1000 }
  if (!piece) return 'none'
  return piece.isStill ? 'still' : { key: piece.id, url: piece.url, second: (at - Date.parse(piece.from)) / 1000 }
}

function Screen(props: {
  readonly shown: ShownFilm | 'still' | 'none'
  readonly clock: Clock
  readonly isLoading: boolean
  readonly children: (video: () => HTMLVideoElement | null) => ReactNode
}): ReactNode {
  const { shown, clock, isLoading, children } = props
  const ref = useRef<HTMLVideoElement>(null)
  const offset = typeof shown === 'object' ? shown.second : 0
  useEffect(() => {
    const video = ref.current
    if (!video) return
    // The clock leads; a film that runs with it is left alone.
    if (Math.abs(video.currentTime - offset) > 1.5) video.currentTime = offset
    if (clock.isPlaying && video.paused && !video.ended) void video.play().catch(() => undefined) // a piece that is over, or not there yet
    if (!clock.isPlaying) video.pause()
  }, [offset, clock.isPlaying])
  if (isLoading) return <div className="kp-review-blur">加载中...</div>
  if (shown === 'none') return <div className="kp-review-blur">此时没有录像</div>
  if (shown === 'still') return <div className="kp-review-blur">画面没有变化</div>
  return (
    <>
      <Watermarked>
        <video key={shown.key} ref={ref} src={shown.url} muted playsInline preload="auto" />
      </Watermarked>
      {children(() => ref.current)}
    </>
  )
}

function CoverageBar({ film, clock }: { readonly film: Film; readonly clock: Clock }): ReactNode {
  const place = (at: string) => ((Date.parse(at) - clock.start) / (clock.length * 1000)) * 100
  return (
    <>
      <div className="kp-review-bar">
        {film.holes.map(({ from, until }) => (
          <button
            key={from}
            type="button"
            className="kp-review-hole"
            style={{ insetInlineStart: `${place(from)}%`, inlineSize: `${Math.max(0.5, place(until) - place(from))}%` }}
            aria-label={`缺少录像：${formatInstant(from, clockPattern)} 至 ${formatInstant(until, clockPattern)}`}
            title={`缺少录像：${formatInstant(from, clockPattern)} 至 ${formatInstant(until, clockPattern)}`}
            onClick={() => clock.jump(Math.max(0, (Date.parse(from) - clock.start) / 1000 - 5))}
          />
        ))}
      </div>
      <p className="kp-hint">
        {film.isWanted
          ? `应录 ${film.expectedSeconds} 秒，已录 ${film.coveredSeconds} 秒（${film.coveragePercent}%），缺 ${film.holes.length} 段`
          : '本场考试不要求这一机位录像'}
      </p>
    </>
  )
}

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
  resultId,
  type,
  onMarked,
}: MarkProps & { readonly video: () => HTMLVideoElement | null }): ReactNode {
  const [isSending, setSending] = useState(false)
  const mark = useAction(review.setCheatTag, { successText: '标记成功', onDone: onMarked })
  const send = async () => {
    const shown = video()
    const file = shown && (await frameOf(shown, viewerText()))
    if (!file) return
    const { fileUrl } = await uploadFile(file, { purpose: 'image', signal: AbortSignal.timeout(60_000) })
    await mark.run({
      examinationResultId: resultId,
      abnormalType: type,
      tagType: tagType.shot,
      cheatTag: cheatTag.marked,
      videoScreenShotUrl: fileUrl,
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
