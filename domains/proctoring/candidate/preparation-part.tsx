import type { BeginPartProps } from '@kaopei/exam/candidate'
import { Show, useLoad } from '@kaopei/web/candidate'
import type { ReactNode } from 'react'

const load = () => import('./capture/preparation.tsx')

/** Camera and screen before the exam; comes where something is recorded. */
export function PreparationPart(props: BeginPartProps): ReactNode {
  const loaded = useLoad(load)
  return <Show loaded={loaded}>{({ default: Preparation }) => <Preparation {...props} />}</Show>
}
