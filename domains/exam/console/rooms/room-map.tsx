import { SeatGrid } from '@kaopei/venue/parts'
import { FocusReturn, Loaded, useCall } from '@kaopei/web'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { examRooms } from '../../contract/exam-rooms.ts'

interface Props {
  readonly examId: string
  readonly roomId: string
  readonly onClose: () => void
}

/** A room from above with who sits where; of people whom one does not see only that the seat is taken. */
export function RoomMap({ examId, roomId, onClose }: Props): ReactNode {
  const asked = useCall(examRooms.map, { examinationId: examId, roomId })
  return (
    <Drawer open title="座位图" size="min(960px, 100vw)" onClose={onClose}>
      <FocusReturn />
      <Loaded of={asked}>
        {({ roomName, rows, taken, people }) => (
          <>
            <h3>{roomName}</h3>
            <SeatGrid
              rows={rows}
              taken={new Set(taken)}
              people={new Map(people.map(({ seat, name }) => [seat, name ?? '已占']))}
            />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
