import { StaffPicker } from '@kaopei/org/parts'
import { Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'

interface Person {
  readonly id: string
  readonly name: string
}
interface Props {
  readonly id?: string
  readonly title: string
  readonly value?: Person | null
  readonly onChange?: (person: Person | null) => void
}

/** One employee, or none. */
export function PersonControl({ id, title, value, onChange }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Space>
        <Button {...(id !== undefined && { id })} onClick={() => setOpen(true)}>
          {value ? value.name : title}
        </Button>
        {value && (
          <Button type="link" onClick={() => onChange?.(null)}>
            清除
          </Button>
        )}
      </Space>
      <StaffPicker
        open={isOpen}
        single
        title={title}
        onClose={() => setOpen(false)}
        onConfirm={([chosen]) => onChange?.(chosen ? { id: chosen.id, name: chosen.name } : null)}
      />
    </>
  )
}
