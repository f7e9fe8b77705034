import { LecturerControl } from '@kaopei/instructor/parts'
import { Input, Space } from 'antd'
import type { ReactNode } from 'react'

export interface Lecturer {
  readonly instructorId: string | null
  readonly lecturer: string
}

interface Props {
  readonly id?: string
  readonly value?: Lecturer
  readonly onChange?: (lecturer: Lecturer) => void
}

export const lecturerOf = (session: {
  readonly instructorId?: string | null | undefined
  readonly lecturer?: string | undefined
}): Lecturer => ({
  instructorId: session.instructorId ?? null,
  lecturer: session.lecturer ?? '',
})

/** An instructor of the company, whose time is booked, or a name of somebody else. */
export function LecturerField({ id, value = { instructorId: null, lecturer: '' }, onChange }: Props): ReactNode {
  const { instructorId, lecturer } = value
  return (
    <Space wrap>
      <LecturerControl
        {...(id !== undefined && { id })}
        value={instructorId === null ? null : { id: instructorId, name: lecturer }}
        onChange={(chosen) => onChange?.({ instructorId: chosen?.id ?? null, lecturer: chosen?.name ?? '' })}
      />
      {instructorId === null && (
        <Input
          aria-label="讲师姓名"
          maxLength={100}
          placeholder="或填写姓名"
          style={{ width: 160 }}
          value={lecturer}
          onChange={({ target }) => onChange?.({ instructorId: null, lecturer: target.value })}
        />
      )}
    </Space>
  )
}
