import { type CallState, useCall } from '@kaopei/web'
import { review } from '../../contract/review.ts'
import { freshLinksMs } from './use-record.ts'

export interface Shot {
  readonly id: string
  readonly cheatTag: 0 | 1
  readonly takenAt: string
  readonly url: string
  readonly thumbnailUrl: string
  readonly isDoubtful: boolean
  readonly isFrame: boolean
}

interface Shots {
  readonly shots: readonly Shot[]
  readonly isOpen: boolean
  readonly cheatCount: number
}

/** Pictures of the screen or of a camera, in one shape. */
export function useShots(examinationResultId: string, abnormalType: 4 | 5 | 6): CallState<Shots> {
  const isScreen = abnormalType === 4
  const refetchInterval = (data: { readonly isOpen: boolean } | undefined) => (data?.isOpen ? freshLinksMs : false)
  const screens = useCall(review.queryScreenShots, { examinationResultId }, { enabled: isScreen, refetchInterval })
  const source = abnormalType === 6 ? 3 : 2
  const photographs = useCall(review.queryPhotographs, { examinationResultId, source }, { enabled: !isScreen, refetchInterval })
  return isScreen
    ? { ...screens, data: screens.data && shotsIn(screens.data, ({ screenShotUrl }) => screenShotUrl) }
    : { ...photographs, data: photographs.data && shotsIn(photographs.data, ({ photographUrl }) => photographUrl) }
}

interface Listed<Row> {
  readonly dataList: readonly Row[]
  readonly isOpen: boolean
  readonly extra: { readonly cheatCount: number }
}

function shotsIn<Row extends Omit<Shot, 'url'>>({ dataList, isOpen, extra }: Listed<Row>, urlOf: (row: Row) => string): Shots {
  const shots = dataList.map((row) => ({ ...row, url: urlOf(row) }))
  return { shots, isOpen, cheatCount: extra.cheatCount }
}
