import { formatInstant } from '@kaopei/web'
import { type ReactNode, useRef } from 'react'
import { abnormalType } from '../../contract/review.ts'
import { type Film, type FilmClock, FilmScreen, useShown } from '../review/film-screen.tsx'
import { OpenButton } from '../review/opening.tsx'
import { type Shot, useShots } from '../review/shots-of.ts'
import { useRecord } from '../review/use-record.ts'
import { Watermarked } from '../review/watermark.tsx'

interface Props {
  readonly resultId: string
  readonly clock: FilmClock
  /** Sources of which anything was taken. */
  readonly sources: readonly number[]
}

/** Films and the last pictures of all sources at the moment, for whoever has said why they look. */
export function SourcesAt({ resultId, clock, sources }: Props): ReactNode {
  const asked = useRecord(resultId)
  if (!asked.data || sources.length === 0) return null
  const { isOpen, deletedAt, screen, first, second } = asked.data
  const films = [screen, first, second]
  return (
    <section className="kp-card kp-replay-sources" aria-label="画面">
      <div className="kp-replay-head">
        <h2 className="kp-replay-title">画面</h2>
        {!isOpen && deletedAt === null && <OpenButton resultId={resultId} onOpened={() => void asked.refetch()} />}
      </div>
      {deletedAt !== null && (
        <p className="kp-hint">{`录像与照片已于 ${formatInstant(deletedAt)} 按保存期限删除，作答与事件仍可回放。`}</p>
      )}
      {!isOpen && deletedAt === null && <p className="kp-hint">填写查看原因后，录像与照片随时间轴一起播放。</p>}
      {isOpen && deletedAt === null && (
        <div className="kp-replay-shots">
          {abnormalType.options.map(({ value }, index) => {
            const film = films[index]
            return film && sources.includes(index + 1) ? (
              <SourceAt key={value} resultId={resultId} type={value} film={film} clock={clock} />
            ) : null
          })}
        </div>
      )}
    </section>
  )
}

interface SourceProps extends Pick<Props, 'resultId' | 'clock'> {
  readonly type: 4 | 5 | 6
  readonly film: Film
}

function SourceAt({ resultId, type, film, clock }: SourceProps): ReactNode {
  const shown = useShown({ resultId, type, film, isOpen: true }, clock.at)
  const video = useRef<HTMLVideoElement>(null)
  const { data } = useShots(resultId, type)
  const shots = data?.shots ?? []
  const shot = lastOf(shots, clock.at)
  const isScreen = type === abnormalType.screen
  const name = isScreen ? '屏幕' : abnormalType.label(type)
  const picture = isScreen ? '截图' : '照片'
  return (
    <figure aria-label={name}>
      <figcaption>{name}</figcaption>
      {film.composeStatus !== null && <FilmScreen shown={shown} clock={clock} video={video} />}
      {shots.length > 0 && (
        <div className="kp-replay-shot">
          {shot ? (
            <Watermarked>
              <img src={shot.thumbnailUrl} alt={`${name}${picture}`} />
            </Watermarked>
          ) : (
            <div className="kp-replay-none">{`此前没有${picture}`}</div>
          )}
          <span className="kp-hint kp-number">{shot ? `${formatInstant(shot.takenAt, 'HH:mm:ss')} 的${picture}` : ''}</span>
        </div>
      )}
    </figure>
  )
}

/** The last that was taken by then; pictures come in the order of the clock. */
function lastOf(shots: readonly Shot[], at: number): Shot | undefined {
  let last: Shot | undefined
  for (const shot of shots) {
    const taken = Date.parse(shot.takenAt)
    if (taken <= at && (last === undefined || taken >= Date.parse(last.takenAt))) last = shot
  }
  return last
}
