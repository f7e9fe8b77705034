import { formatInstant, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { review } from '../../contract/review.ts'
import { OpenButton } from '../review/opening.tsx'

interface Props {
  readonly resultId: string
  readonly at: number
}

/** The last picture of screen and camera before the moment, for whoever has said why they look. */
export function PictureAt({ resultId, at }: Props): ReactNode {
  const asked = { examinationResultId: resultId }
  const screen = useCall(review.queryScreenShots, asked)
  const camera = useCall(review.queryPhotographs, { ...asked, source: 2 })
  const isOpen = screen.data?.isOpen ?? false
  const reload = () => {
    void screen.refetch()
    void camera.refetch()
  }
  const shots = [
    { name: '屏幕', shot: lastOf(screen.data?.dataList ?? [], at) },
    { name: '第一机位', shot: lastOf(camera.data?.dataList ?? [], at) },
  ]
  return (
    <section className="kp-card" aria-label="画面">
      <h2 className="kp-replay-title">画面</h2>
      {!isOpen && screen.data && <OpenButton resultId={resultId} onOpened={reload} />}
      {isOpen && (
        <div className="kp-replay-shots">
          {shots.map(({ name, shot }) => (
            <figure key={name}>
              {shot?.thumbnailUrl ? (
                <img src={shot.thumbnailUrl} alt={`${name}画面`} />
              ) : (
                <div className="kp-replay-none">此前没有画面</div>
              )}
              <figcaption className="kp-hint">{shot ? `${name} ${formatInstant(shot.takenAt, 'HH:mm:ss')}` : name}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </section>
  )
}

interface Shot {
  readonly takenAt: string
  readonly thumbnailUrl: string
}

function lastOf(shots: readonly Shot[], at: number): Shot | undefined {
  let last: Shot | undefined
  for (const shot of shots) {
    const taken = Date.parse(shot.takenAt)
    if (taken <= at && (last === undefined || taken >= Date.parse(last.takenAt))) last = shot
  }
  return last
}
