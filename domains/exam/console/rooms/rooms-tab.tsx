import { Loaded, useCall, useListRefresh } from '@kaopei/web'
import type { ReactNode } from 'react'
import { examRooms } from '../../contract/exam-rooms.ts'
import { InvigilatorList } from './invigilator-list.tsx'
import { RoomChoice } from './room-choice.tsx'
import { SeatList } from './seat-list.tsx'

/** 考场: in which rooms the exam is sat, and who sits where. */
export function RoomsTab({ examId }: { readonly examId: string }): ReactNode {
  const asked = useCall(examRooms.get, { examinationId: examId })
  const refresh = useListRefresh()
  return (
    <Loaded of={asked}>
      {(plan) => (
        <div className="exam-rooms">
          <RoomChoice key={plan.version} examId={examId} plan={plan} />
          <SeatList examId={examId} plan={plan} onChange={() => refresh(examRooms.get, examRooms.list)} />
          <InvigilatorList examId={examId} plan={plan} />
        </div>
      )}
    </Loaded>
  )
}
