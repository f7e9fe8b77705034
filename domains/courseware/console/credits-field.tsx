import { UserAddOutlined } from '@ant-design/icons'
import { LecturerPicker } from '@kaopei/instructor/parts'
import { StaffPicker } from '@kaopei/org/parts'
import { Button, Input, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'

/** An employee, an instructor, or somebody from outside by name. */
export interface ShownPerson {
  readonly staffId?: string | null | undefined
  readonly instructorId?: string | null | undefined
  readonly name?: string | undefined
}

export interface CreditsFieldProps {
  readonly id?: string
  /** 贡献人 */
  readonly label: string
  /** People who teach are picked among the company's instructors. */
  readonly isTeaching?: boolean
  readonly value?: readonly ShownPerson[]
  readonly onChange?: (people: ShownPerson[]) => void
}

const keyOf = ({ staffId, instructorId, name }: ShownPerson) => instructorId ?? staffId ?? `:${name}`

/** People of the company, picked, and names of others, typed. */
export function CreditsField({ id, label, isTeaching = false, value = [], onChange }: CreditsFieldProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [typed, setTyped] = useState('')
  const change = (people: readonly ShownPerson[]) => onChange?.([...new Map(people.map((one) => [keyOf(one), one])).values()])
  const addTyped = () => {
    const name = typed.trim()
    if (name !== '') change([...value, { name }])
    setTyped('')
  }
  const choose = isTeaching ? '选择讲师' : '选择人员'
  const picking = { open: isPicking, label, value, onClose: () => setPicking(false), onChange: change }
  return (
    <div className="kp-ware-credits">
      <div>
        {value.map((one) => (
          <Tag key={keyOf(one)} closable onClose={() => change(value.filter((other) => keyOf(other) !== keyOf(one)))}>
            {one.name}
          </Tag>
        ))}
      </div>
      <Space.Compact block>
        <Input
          {...(id !== undefined && { id })}
          value={typed}
          maxLength={50}
          placeholder={`输入${label}姓名后按回车`}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            addTyped()
          }}
          onBlur={addTyped}
        />
        <Button icon={<UserAddOutlined />} aria-label={`${choose}：${label}`} onClick={() => setPicking(true)}>
          {choose}
        </Button>
      </Space.Compact>
      {isTeaching ? <Instructors {...picking} /> : <Employees {...picking} />}
    </div>
  )
}

interface PickingProps {
  readonly open: boolean
  readonly label: string
  readonly value: readonly ShownPerson[]
  readonly onClose: () => void
  readonly onChange: (people: readonly ShownPerson[]) => void
}

function Employees({ open, label, value, onClose, onChange }: PickingProps): ReactNode {
  const isEmployee = ({ staffId, instructorId }: ShownPerson) => Boolean(staffId) && !instructorId
  return (
    <StaffPicker
      open={open}
      title={`选择${label}`}
      selected={value.filter(isEmployee).map((one) => ({ id: one.staffId ?? '', name: one.name ?? '', loginAccount: '' }))}
      onClose={onClose}
      onConfirm={(staff) =>
        onChange([...value.filter((one) => !isEmployee(one)), ...staff.map((one) => ({ staffId: one.id, name: one.name }))])
      }
    />
  )
}

/** Whoever was named as an employee or by name before stays until taken away. */
function Instructors({ open, label, value, onClose, onChange }: PickingProps): ReactNode {
  return (
    <LecturerPicker
      open={open}
      title={`选择${label}`}
      selected={value.flatMap(({ instructorId, name = '' }) => (instructorId ? [{ id: instructorId, name }] : []))}
      onClose={onClose}
      onConfirm={(lecturers) =>
        onChange([
          ...value.filter(({ instructorId }) => !instructorId),
          ...lecturers.map((one) => ({ instructorId: one.id, name: one.name })),
        ])
      }
    />
  )
}
