import { Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { LecturerPicker, type PickedLecturer } from './lecturer-picker.tsx'

interface Props {
  readonly id?: string
  readonly value?: PickedLecturer | null
  readonly onChange?: (lecturer: PickedLecturer | null) => void
  readonly disabled?: boolean
}

/** One instructor, or none: a field of a form. */
export function LecturerControl({ id, value, onChange, disabled = false }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Space>
        <Button
          {...(id !== undefined && { id })}
          aria-label={value ? `讲师：${value.name}` : '选择讲师'}
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          {value ? value.name : '选择讲师'}
        </Button>
        {value && !disabled && (
          <Button type="link" onClick={() => onChange?.(null)}>
            清除
          </Button>
        )}
      </Space>
      <LecturerPicker
        open={isOpen}
        single
        selected={value ? [value] : []}
        onClose={() => setOpen(false)}
        onConfirm={([chosen]) => onChange?.(chosen ?? null)}
      />
    </>
  )
}
