import { formatInstant, useMay } from '@kaopei/web'
import { Button, Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { markCheating } from '../../contract/menus.ts'
import { type Prepared, prepareTracks, type StandingAt, standingAt } from '../../contract/replay/standing-at.ts'
import { usePlay } from '../use-play.ts'
import { Lanes } from './lanes.tsx'
import type { Replay, Tracks } from './replay.page.tsx'
import { SourcesAt } from './sources-at.tsx'

type Event = Tracks['events'][number]
type Absence = Tracks['absences'][number]

const speeds = [
  { value: 1, label: '1×' },
  { value: 10, label: '10×' },
  { value: 60, label: '60×' },
]
const everyMs = 100
const pattern = 'HH:mm:ss'

/** The slider with what stands at its moment. */
export function Replayed({ found, tracks }: { readonly found: Replay; readonly tracks: Tracks }): ReactNode {
  const [start, end] = [Date.parse(found.startTime), Date.parse(found.endTime)]
  const [speed, setSpeed] = useState(10)
  const { at, isPlaying, toggle, jump } = usePlay({ start, end, step: everyMs * speed, everyMs })
  const mayReview = useMay(markCheating.rights.view)
  const prepared: Prepared<Event, Absence> = useMemo(() => prepareTracks(tracks), [tracks])
  const sources = useMemo(() => [1, 2, 3].filter((of) => tracks.pieces.some(({ source }) => source === of)), [tracks])
  const standing = standingAt(prepared, at)
  return (
    <>
      <section className="kp-card kp-replay-clock" aria-label="时间轴">
        <div className="kp-replay-bar">
          <Button type="primary" onClick={toggle}>
            {isPlaying ? '暂停' : '播放'}
          </Button>
          <Segmented options={speeds} value={speed} onChange={setSpeed} aria-label="播放速度" />
          <strong className="kp-number">{formatInstant(new Date(at), pattern)}</strong>
          <Presence standing={standing} />
        </div>
        <input
          type="range"
          min={start}
          max={Math.max(start + 1000, end)}
          step={1000}
          value={at}
          onChange={(event) => jump(Number(event.target.value))}
          aria-label="回放时刻"
          aria-valuetext={formatInstant(new Date(at), pattern)}
        />
        <Lanes found={tracks} start={start} end={end} at={at} onJump={jump} />
      </section>
      {found.isRecorded && mayReview && (
        <SourcesAt resultId={found.examinationResultId} clock={{ at, isPlaying, speed }} sources={sources} />
      )}
      <div className="kp-replay-columns">
        <Answers tracks={tracks} standing={standing} />
        <Happened standing={standing} />
      </div>
    </>
  )
}

type Standing = StandingAt<Event, Absence>

const absenceWords: Readonly<Record<string, string>> = {
  hidden: '切换或隐藏页面',
  fullScreen: '退出全屏',
  focus: '窗口失去焦点',
  left: '离开答题页面',
}

function Presence({ standing: { absence, isOffline, isPaused } }: { readonly standing: Standing }): ReactNode {
  const words = [
    absence ? `离开（${absenceWords[absence.kind] ?? '离开'}${absence.counts ? '' : '，不计入'}）` : '在答题界面',
    isOffline ? '网络断开' : '网络正常',
    isPaused ? '计时暂停' : '计时中',
  ]
  return <span role="status">{words.join('　')}</span>
}

function Answers({ tracks: { questions }, standing }: { readonly tracks: Tracks; readonly standing: Standing }): ReactNode {
  return (
    <section className="kp-card" aria-label="作答内容">
      <h2 className="kp-replay-title">{`作答内容（已答 ${standing.answers.size} / ${questions.length} 题）`}</h2>
      <ol className="kp-replay-answers">
        {questions.map(({ slot, number }) => {
          const answer = standing.answers.get(slot)
          return (
            <li key={slot} className={slot === standing.lastSlot ? 'is-last' : ''}>
              <span className="kp-hint">{`第 ${number} 题`}</span>
              <span>{answer ? answer.text || '（空）' : '未作答'}</span>
              {answer && <span className="kp-hint">{`第 ${answer.rev} 版　${formatInstant(new Date(answer.at), pattern)}`}</span>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Happened({ standing: { events } }: { readonly standing: Standing }): ReactNode {
  return (
    <section className="kp-card" aria-label="此前的记录">
      <h2 className="kp-replay-title">此前的记录</h2>
      <ul className="kp-replay-events">
        {events.map(({ at, label, text, isAct }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice at one moment
          <li key={`${at}-${index}`}>
            <span className="kp-hint kp-number">{formatInstant(new Date(at), pattern)}</span>
            <span className={isAct ? 'is-act' : ''}>{text === '' ? label : `${label}：${text}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
