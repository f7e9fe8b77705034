import { type ReactNode, useCallback } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { MarkingDesk } from './marking-desk.tsx'
import { type MarkingPlace, movedPlace, queryOf, readPlace } from './paths.ts'

const list = '/application/ote/testMarking'

/** The desk of whoever is signed in. The address says which exam, which way of working and which question or paper. */
export default function TestMarkingOne(): ReactNode {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const place = readPlace(query)
  const go = useCallback(
    (next: Partial<MarkingPlace>) => setQuery((before) => queryOf(movedPlace(readPlace(before), next)), { replace: true }),
    [setQuery],
  )
  // Without an exam there is nothing to wait for.
  if (place.examId === '') return <Navigate to={list} replace />
  return <MarkingDesk place={place} onMove={go} leave={() => void navigate(list)} leaveText="返回阅卷管理" />
}
