import { RightButton } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { loop } from '../../contract/loop.ts'
import { loopPath } from '../paths.ts'

/** 生成补强培训: from an exam, or from whatever shows weak points. */
export function MakeTraining({ examId }: { readonly examId?: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <RightButton right={loop.create} onClick={() => void navigate(loopPath(examId))}>
      生成补强培训
    </RightButton>
  )
}
