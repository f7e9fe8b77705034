import { UserAddOutlined } from '@ant-design/icons'
import { StaffPicker } from '@kaopei/org/parts'
import { Button, Input, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'

/** An employee, or somebody from outside by name. */
export interface ShownPerson {
  readonly staffId?: string | null | undefined
  readonly name?: string | undefined
}

export interface CreditsFieldProps {
  readonly id?: string
  /** 贡献人 */
  readonly label: string
  readonly value?: readonly ShownPerson[]
  readonly onChange?: (people: ShownPerson[]) => void
}

const keyOf = ({ staffId, name }: ShownPerson) => staffId ?? `:${name}`

/** People of the company, picked, and names of others, typed. */
export function CreditsField({ id, label, value = [], onChange }: CreditsFieldProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const [typed, setTyped] = useState('')
  const change = (people: readonly ShownPerson[]) => onChange?.([...new Map(people.map((one) => [keyOf(one), one])).values()])
  const addTyped = () => {
    const name = typed.trim()
    if (name !== '') change([...value, { name }])
    setTyped('')
  }
  const employees = value.filter(({ staffId }) => staffId)
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
        <Button icon={<UserAddOutlined />} aria-label={`选择人员：${label}`} onClick={() => setPicking(true)}>
          选择人员
        </Button>
      </Space.Compact>
      <StaffPicker
        open={isPicking}
        title={`选择${label}`}
        selected={employees.map((one) => ({ id: one.staffId ?? '', name: one.name ?? '', loginAccount: '' }))}
        onClose={() => setPicking(false)}
        onConfirm={(staff) =>
          change([...value.filter(({ staffId }) => !staffId), ...staff.map((one) => ({ staffId: one.id, name: one.name }))])
        }
      />
    </div>
  )
}
