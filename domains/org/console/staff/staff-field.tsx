import { Button, Input, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import type { PickedStaff } from '../pickers/picker-props.ts'
import { StaffPicker } from '../pickers/staff-picker.tsx'

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (staffId: string | null) => void
  /** Of the person whom the field held when the form was opened. */
  readonly nameBefore: string
  readonly title: string
  readonly placeholder?: string
}

/** One person, chosen in the picker. */
export function StaffField({ id, value, onChange, nameBefore, title, placeholder = '未设置' }: Props): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [chosen, setChosen] = useState<PickedStaff>()
  const name = chosen && chosen.id === value ? chosen.name : nameBefore
  return (
    <>
      <Space.Compact block>
        <Input {...(id !== undefined && { id })} readOnly value={value ? name : ''} placeholder={placeholder} />
        {value && <Button onClick={() => onChange?.(null)}>清 除</Button>}
        <Button onClick={() => setPicking(true)}>选 择</Button>
      </Space.Compact>
      <StaffPicker
        single
        open={isPicking}
        title={title}
        onClose={() => setPicking(false)}
        onConfirm={([person]) => {
          setChosen(person)
          if (person) onChange?.(person.id)
        }}
      />
    </>
  )
}
