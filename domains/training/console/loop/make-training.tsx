import { RightButton } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { loop } from '../../contract/loop.ts'
import { loopPath } from '../paths.ts'

interface Props {
  readonly examId?: string
  readonly pointIds?: readonly string[]
}

/** 生成补强培训: from an exam, or from whatever shows weak points. */
export function MakeTraining({ examId, pointIds }: Props): ReactNode {
  const navigate = useNavigate()
  return (
    <RightButton right={loop.create} onClick={() => void navigate(loopPath(examId, pointIds))}>
      生成补强培训
    </RightButton>
  )
}
