import { ExportButton } from '@kaopei/jobs/parts'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ExamPlan } from '../../contract/exam-rooms.ts'
import { examTickets, type PrintedSheet, printedSheetLabels, printedSheets } from '../../contract/exam-tickets.ts'

interface Props {
  readonly examId: string
  readonly plan: ExamPlan
}

const titleOf = (sheet: PrintedSheet) => `打印${printedSheetLabels[sheet]}`

/** Tickets and attendance sheets of a room or of all, as PDF in the download centre. */
export function PrintBar({ examId, plan }: Props): ReactNode {
  const [roomId, setRoomId] = useState<string>()
  if (plan.seatedCount === 0) return null
  const rooms = plan.rooms.map((room) => ({ value: room.roomId, label: room.roomName }))
  return (
    <div className="exam-rooms-line">
      <Select
        aria-label="打印的考场"
        placeholder="全部考场"
        allowClear
        style={{ width: 200 }}
        options={rooms}
        value={roomId}
        onChange={(value: string | undefined) => setRoomId(value)}
      />
      {printedSheets.map((sheet) => (
        <ExportButton
          key={sheet}
          right={examTickets.print}
          title={titleOf(sheet)}
          ask={(run) => run(examTickets.print, { examinationId: examId, sheet, ...(roomId && { roomId }) }, { successText: '' })}
        />
      ))}
    </div>
  )
}
