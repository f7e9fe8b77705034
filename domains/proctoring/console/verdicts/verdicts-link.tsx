import { useMay } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { markCheating } from '../../contract/menus.ts'
import { casesPath } from './paths.ts'

/** Of whoever may look at verdicts. */
export function VerdictsLink({ examId }: { readonly examId: string }): ReactNode {
  const navigate = useNavigate()
  if (!useMay(markCheating.rights.view)) return null
  return <Button onClick={() => void navigate(casesPath(examId))}>异常与裁定</Button>
}
