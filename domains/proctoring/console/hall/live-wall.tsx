import { EmptyState, FocusReturn, formatInstant, useCall } from '@kaopei/web'
import { Drawer, Pagination, Segmented, Space } from 'antd'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { source } from '../../contract/capture.ts'
import type { HallRow } from '../../contract/hall.ts'
import { type LatestView, live } from '../../contract/live.ts'
import { Watermarked } from '../review/watermark.tsx'
import { LatestShown, LiveFilm } from './live-film.tsx'
import './live.css'

const sizes = [4, 9, 16] as const

interface WallProps {
  readonly examId: string
  readonly rows: readonly HallRow[]
  /** What can be done to whom is large, as the hall knows them by now. */
  readonly actsOn: (attemptId: string) => ReactNode
}

/** Candidates as tiles with their latest pictures, in the order of the list: incidents first. One of them large, with its films. */
export function LiveWall({ examId, rows, actsOn }: WallProps): ReactNode {
  const [size, setSize] = useState<(typeof sizes)[number]>(9)
  const [page, setPage] = useState(1)
  const [large, setLarge] = useState<HallRow>()
  const sitting = rows.filter(({ attemptId, isUnderWay }) => attemptId !== null && isUnderWay)
  // Whoever hands in leaves the wall: a page that is no more is the last one.
  const current = Math.min(page, Math.max(1, Math.ceil(sitting.length / size)))
  const shown = sitting.slice((current - 1) * size, current * size)
  // The large one stays in sight when incidents push it to another page.
  const asked = new Set([...shown, ...(large ? [large] : [])].flatMap(({ attemptId }) => attemptId ?? []))
  const { views, serverTime } = useViews(examId, [...asked])
  if (sitting.length === 0) return <EmptyState text="没有正在答题的考生" />
  return (
    <>
      <Space wrap style={{ marginBottom: 12 }}>
        <Segmented
          value={size}
          options={sizes.map((value) => ({ value, label: `${value} 格` }))}
          onChange={(value) => {
            setSize(value)
            setPage(1)
          }}
        />
        <Pagination
          size="small"
          current={current}
          pageSize={size}
          total={sitting.length}
          onChange={setPage}
          showSizeChanger={false}
          hideOnSinglePage
        />
      </Space>
      <ul className="kp-live-wall" style={columnsStyle(Math.sqrt(size))}>
        {shown.map((row) => (
          <li key={row.staffId}>
            <button type="button" className="kp-live-tile" aria-label={`放大 ${row.name}`} onClick={() => setLarge(row)}>
              <Tile row={row} views={views.get(row.attemptId ?? '')} serverTime={serverTime} />
            </button>
          </li>
        ))}
      </ul>
      {large?.attemptId && (
        <Drawer open title={large.name} size={960} onClose={() => setLarge(undefined)} footer={actsOn(large.attemptId)}>
          <FocusReturn />
          <Large examId={examId} attemptId={large.attemptId} views={views.get(large.attemptId) ?? []} />
        </Drawer>
      )}
    </>
  )
}

/** A phone has its own (live.css). */
const columnsStyle = (count: number) => ({ '--kp-wall-columns': count }) as CSSProperties // React's type knows no variables

interface LargeProps {
  readonly examId: string
  readonly attemptId: string
  readonly views: readonly LatestView[]
}

/** Every source of which anything comes; before that nothing is known of any, and each is asked for its film. */
function Large({ examId, attemptId, views }: LargeProps): ReactNode {
  const shown = source.options.filter(({ value }) => views.length === 0 || views.some(({ source: of }) => of === value))
  return (
    <div className="kp-live-large">
      {shown.map(({ value, label }) => (
        <LiveFilm
          key={value}
          examId={examId}
          attemptId={attemptId}
          source={value}
          label={label}
          latest={views.find(({ source: of }) => of === value)}
        />
      ))}
    </div>
  )
}

const polled = { refetchInterval: 5_000, timeoutMs: 10_000, keepPrevious: true } as const

interface Views {
  /** By attempt; of one that is not in it nothing is known yet. */
  readonly views: ReadonlyMap<string, readonly LatestView[]>
  /** When it was so: this computer's clock may be wrong. */
  readonly serverTime: string | undefined
}

function useViews(examId: string, attemptIds: readonly string[]): Views {
  const { data } = useCall(
    live.views,
    { examId, attemptIds: attemptIds.toSorted() },
    { ...polled, enabled: attemptIds.length > 0 },
  )
  return { views: new Map(data?.dataList.map((one) => [one.attemptId, one.views])), serverTime: data?.serverTime }
}

/** Pictures come each half minute, in a busy hour each minute: one that is older is named as what it is. */
const freshMs = 90_000

interface TileProps {
  readonly row: HallRow
  readonly views: readonly LatestView[] | undefined
  readonly serverTime: string | undefined
}

function Tile({ row, views, serverTime = '' }: TileProps): ReactNode {
  return (
    <>
      <span className={row.urgency >= 3 ? 'kp-live-name serious' : 'kp-live-name'}>
        {row.name} <span className="kp-hint">{[row.seat, row.state].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="kp-live-views">
        {views?.length ? null : <span className="kp-live-none">{views ? '暂无画面' : '…'}</span>}
        {views?.map(({ source: of, kind, url, takenAt }) => {
          const at = formatInstant(takenAt, 'HH:mm:ss')
          const label = `${row.name} ${source.label(of)} ${at}`
          const isOld = Date.parse(serverTime) - Date.parse(takenAt) > freshMs
          return (
            <Watermarked key={of}>
              <LatestShown kind={kind} url={url} label={label} />
              {isOld && <span className="kp-live-old">{at}</span>}
            </Watermarked>
          )
        })}
      </span>
    </>
  )
}
