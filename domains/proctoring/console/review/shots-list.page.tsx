import { DetailPage, EmptyState, RightButton, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { replay } from '../../contract/replay/replay.ts'
import { abnormalType } from '../../contract/review.ts'
import { replayPath } from '../verdicts/paths.ts'
import { OpenButton } from './opening.tsx'
import { recordPath } from './paths.ts'
import { ShotGrid } from './shot-grid.tsx'
import { useShots } from './shots-of.ts'

/** 查看更多: every picture of the screen or of one camera of an attempt. */
export default function ShotsListPage(): ReactNode {
  const [params] = useSearchParams()
  const resultId = params.get('examinationResultId')
  const type = abnormalType.options.find(({ value }) => String(value) === (params.get('abnormalType') ?? '4'))?.value
  if (resultId === null || type === undefined) return <EmptyState text="请从防作弊审核进入考生的画面列表" />
  return <Shots resultId={resultId} type={type} />
}

function Shots({ resultId, type }: { readonly resultId: string; readonly type: 4 | 5 | 6 }): ReactNode {
  const asked = useShots(resultId, type)
  const navigate = useNavigate()
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
          <ShotGrid resultId={resultId} abnormalType={type} shots={shots} isOpen={isOpen} onMarked={asked.refetch} />
        </section>
      )}
    </DetailPage>
  )
}
