import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { HallRow } from '../../contract/hall.ts'

interface Props {
  readonly rows: readonly HallRow[]
  readonly value: string | undefined
  readonly onChange: (roomName: string | undefined) => void
}

/** One room of the exam; nothing where there is but one. */
export function RoomFilter({ rows, value, onChange }: Props): ReactNode {
  const counts = new Map<string, number>()
  for (const { roomName } of rows) if (roomName !== null) counts.set(roomName, (counts.get(roomName) ?? 0) + 1)
  if (counts.size < 2) return null
  const options = [...counts]
    .map(([name, count]) => ({ value: name, label: `${name}（${count} 人）` }))
    .sort((one, other) => one.value.localeCompare(other.value, 'zh-CN', { numeric: true }))
  return (
    <Select
      allowClear
      showSearch
      placeholder="全部考场"
      aria-label="考场"
      options={options}
      value={value}
      onChange={onChange}
      style={{ width: 180 }}
    />
  )
}
