import { DetailPage, EmptyState, RightButton, ToneTag } from '@kaopei/web'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { replay } from '../../contract/replay/replay.ts'
import { abnormalType, cheatTag } from '../../contract/review.ts'
import { replayPath } from '../verdicts/paths.ts'
import { OpenButton } from './opening.tsx'
import { recordPath } from './paths.ts'
import { ShotGrid } from './shot-grid.tsx'
import { type Shot, useShots } from './shots-of.ts'

/** 查看更多: every picture of the screen or of one camera of an attempt. */
export default function ShotsListPage(): ReactNode {
  const [params] = useSearchParams()
  const resultId = params.get('examinationResultId')
  const type = abnormalType.options.find(({ value }) => String(value) === (params.get('abnormalType') ?? '4'))?.value
  if (resultId === null || type === undefined) return <EmptyState text="请从防作弊审核进入考生的画面列表" />
  return <Shots resultId={resultId} type={type} />
}

const filters = {
  all: { label: '全部', has: () => true },
  marked: { label: '已标记', has: (shot: Shot) => shot.cheatTag === cheatTag.marked },
  unmarked: { label: '未标记', has: (shot: Shot) => shot.cheatTag === cheatTag.none },
  doubtful: { label: '时间存疑', has: ({ isDoubtful }: Shot) => isDoubtful },
} as const
type Filter = keyof typeof filters
const filterNames: readonly Filter[] = ['all', 'marked', 'unmarked', 'doubtful']

function Shots({ resultId, type }: { readonly resultId: string; readonly type: 4 | 5 | 6 }): ReactNode {
  const asked = useShots(resultId, type)
  const navigate = useNavigate()
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <DetailPage
      of={asked}
      keeps={['examinationResultId', 'abnormalType']}
      head={({ isOpen, cheatCount }) => ({
        title: type === abnormalType.screen ? '屏幕画面' : `${abnormalType.label(type)}画面`,
        back: () => void navigate(recordPath(resultId)),
        tags: cheatCount > 0 && <ToneTag tone="danger">{`已标记 ${cheatCount} 张`}</ToneTag>,
        extra: (
          <>
            <RightButton right={replay.get} onClick={() => void navigate(replayPath(resultId))}>
              作答回放
            </RightButton>
            {!isOpen && <OpenButton resultId={resultId} onOpened={asked.refetch} />}
          </>
        ),
      })}
    >
      {({ shots, isOpen }) => (
        <section className="kp-card" aria-label="画面">
          <Segmented
            value={filter}
            onChange={setFilter}
            options={filterNames.map((value) => ({
              value,
              label: `${filters[value].label} ${shots.filter(filters[value].has).length}`,
            }))}
            style={{ marginBottom: 12 }}
          />
          <ShotGrid
            resultId={resultId}
            abnormalType={type}
            shots={shots.filter(filters[filter].has)}
            isOpen={isOpen}
            onMarked={asked.refetch}
          />
        </section>
      )}
    </DetailPage>
  )
}
