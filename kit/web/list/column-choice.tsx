import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, type TableColumnsType } from 'antd'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { toast } from '../notify.tsx'

interface Choosable {
  readonly key: string
  readonly title: string
}

export interface ColumnChoiceState<Row> {
  readonly columns: TableColumnsType<Row>
  readonly choosable: readonly Choosable[]
  readonly hidden: ReadonlySet<string>
  readonly change: (hidden: ReadonlySet<string>) => void
}

/** Which columns of a list are shown; remembered per list on this device. */
export function useColumnChoice<Row>(listName: string, columns: TableColumnsType<Row>): ColumnChoiceState<Row> {
  const storageKey = `kaopei.columns:${listName}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => readHidden(storageKey))
  const choosable = useMemo(() => columns.map(choosableOf).filter((column) => column !== undefined), [columns])
  const shown = useMemo(() => columns.filter((column) => !hidden.has(choosableOf(column)?.key ?? '')), [columns, hidden])
  const change = (next: ReadonlySet<string>) => {
    setHidden(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify([...next]))
    } catch {} // the choice then lasts as long as the screen
  }
  return { columns: shown, choosable, hidden, change }
}

function choosableOf<Row>(column: TableColumnsType<Row>[number]): Choosable | undefined {
  const key = column.key ?? ('dataIndex' in column ? String(column.dataIndex ?? '') : '')
  const isFixed = column.fixed === 'right' || column.fixed === 'end'
  return typeof column.title === 'string' && key !== '' && !isFixed ? { key: String(key), title: column.title } : undefined
}

function readHidden(storageKey: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return new Set(Array.isArray(value) ? value.map(String) : [])
  } catch {
    return new Set()
  }
}

export function ColumnChoice<Row>({ choice }: { readonly choice: ColumnChoiceState<Row> }): ReactNode {
  const { choosable, hidden, change } = choice
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  if (choosable.length < 4) return null
  const toggle = (key: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(key)
    else next.add(key)
    if (choosable.every((column) => next.has(column.key))) return toast.warning('至少选择一个')
    change(next)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setOpen(false)
    opener.current?.focus()
  }
  const content = (
    <fieldset ref={list} className="kp-column-choice" aria-label="显示的列" onKeyDown={keys}>
      {choosable.map(({ key, title }) => (
        <Checkbox key={key} checked={!hidden.has(key)} onChange={(event) => toggle(key, event.target.checked)}>
          {title}
        </Checkbox>
      ))}
    </fieldset>
  )
  return (
    // It stands at the page's end: without the focus in it the keyboard would not get there.
    <Popover
      trigger="click"
      placement="bottomRight"
      title="显示的列"
      content={content}
      open={isOpen}
      onOpenChange={setOpen}
      afterOpenChange={(isShown) => isShown && list.current?.querySelector('input')?.focus()}
    >
      <Button ref={opener} type="text" icon={<SettingOutlined />} aria-label="设置显示的列" aria-expanded={isOpen} />
    </Popover>
  )
}
