import { MinusCircleOutlined, PlusCircleOutlined } from '@ant-design/icons'
import { type PickApi, toast, usePickGuard } from '@kaopei/web'
import { Button, Form, Input } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { isBlank, pickedPeople, problemsOf, type SinglePerson, type SingleProblems } from './single-people.ts'

export interface SingleAddTabProps {
  readonly pick: PickApi
  /** Phone numbers that the company admits beyond the specified ones. */
  readonly wrongPhone?: string
}

/** Type 11: people typed one by one, with name, phone and e-mail. What is typed goes along at 确 定 too. */
export default function SingleAddTab({ pick, wrongPhone }: SingleAddTabProps): ReactNode {
  const lastKey = useRef(1)
  const [rows, setRows] = useState<readonly SinglePerson[]>([blank(1)])
  const [isChecked, setChecked] = useState(false)
  const filled = rows.filter((row) => !isBlank(row))
  const isSound = filled.every((row) => Object.keys(problemsOf(row, wrongPhone)).length === 0)
  usePickGuard(pick, {
    hasDraft: () => filled.length > 0,
    check: () => {
      setChecked(true)
      return isSound && pickedPeople(filled)
    },
  })
  const addRow = (after: string) => {
    lastKey.current += 1
    const at = rows.findIndex(({ key }) => key === after) + 1
    setRows([...rows.slice(0, at), blank(lastKey.current), ...rows.slice(at)])
  }
  const take = () => {
    setChecked(true)
    if (filled.length === 0 || !isSound) return
    const people = pickedPeople(filled)
    const fresh = people.filter(({ id }) => !pick.isPicked('single', id))
    if (fresh.length < filled.length) toast.warning('已自动过滤重复人员')
    pick.add(fresh)
    lastKey.current += 1
    setRows([blank(lastKey.current)])
    setChecked(false)
  }
  return (
    <Form component={false} layout="vertical">
      <div className="kp-single">
        {rows.map((row, index) => (
          <SingleRow
            key={row.key}
            row={row}
            number={index + 1}
            problems={isChecked && !(isBlank(row) && filled.length > 0) ? problemsOf(row, wrongPhone) : {}}
            onChange={(next) => setRows(rows.map((other) => (other.key === row.key ? next : other)))}
            onAdd={() => addRow(row.key)}
            {...(rows.length > 1 && { onRemove: () => setRows(rows.filter(({ key }) => key !== row.key)) })}
          />
        ))}
        <Button onClick={take}>加入已选</Button>
      </div>
    </Form>
  )
}

const blank = (key: number): SinglePerson => ({ key: String(key), name: '', phone: '', email: '' })

interface SingleRowProps {
  readonly row: SinglePerson
  readonly number: number
  readonly problems: SingleProblems
  readonly onChange: (row: SinglePerson) => void
  readonly onAdd: () => void
  /** Only with more than one row. */
  readonly onRemove?: () => void
}

const fields = [
  { name: 'name', label: '姓名', max: 200 },
  { name: 'phone', label: '电话', max: 20 },
  { name: 'email', label: '邮箱', max: 200 },
] as const

function SingleRow({ row, number, problems, onChange, onAdd, onRemove }: SingleRowProps): ReactNode {
  return (
    <fieldset className="kp-single-row" aria-label={`第 ${number} 人`}>
      {fields.map(({ name, label, max }) => {
        const problem = problems[name]
        const id = `single-${row.key}-${name}`
        return (
          <Form.Item
            key={name}
            label={label}
            htmlFor={id}
            required
            {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
          >
            <Input
              id={id}
              aria-label={`${label}（第 ${number} 人）`}
              aria-invalid={problem !== undefined}
              value={row[name]}
              maxLength={max}
              placeholder={`请输入${label}`}
              onChange={(event) => onChange({ ...row, [name]: event.target.value })}
            />
          </Form.Item>
        )
      })}
      <span className="kp-single-tools">
        <Button type="text" icon={<PlusCircleOutlined />} aria-label={`在第 ${number} 人后添加一行`} onClick={onAdd} />
        {onRemove && <Button type="text" icon={<MinusCircleOutlined />} aria-label={`删除第 ${number} 行`} onClick={onRemove} />}
      </span>
    </fieldset>
  )
}
