import { choiceState, moreChoices, useCall, useSettled } from '@kaopei/web'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { bank, mostNamedBanks } from '../../contract/bank.ts'

interface Shared {
  readonly id?: string
  readonly label?: string
  readonly placeholder?: string
  readonly disabled?: boolean
}

interface OneProps extends Shared {
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
  readonly allowClear?: boolean
}

interface ManyProps extends Shared {
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
}

const atOnce = 50
const settleMs = 200
const staleMs = 30_000

/** One bank, found by its name: a company may have thousands. */
export function BankSelect({ value, onChange, allowClear = false, placeholder = '请选择题库', ...props }: OneProps): ReactNode {
  const chosen = value ? [value] : []
  return (
    <Select<string | null>
      {...shownAs(props)}
      {...useBanks(chosen)}
      allowClear={allowClear}
      placeholder={placeholder}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

export function BankMultiSelect({ value, onChange, placeholder = '请选择题库', ...props }: ManyProps): ReactNode {
  return (
    <Select<string[]>
      {...shownAs(props)}
      {...useBanks(value)}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={placeholder}
      value={[...value]}
      onChange={onChange}
    />
  )
}

function shownAs({ id, label, disabled = false }: Shared) {
  return {
    ...(id !== undefined && { id }),
    ...(label !== undefined && { 'aria-label': label }),
    disabled,
    style: { width: '100%' },
  }
}

/** The newest banks, or those with what is typed in their names; the chosen ones are named even when they are on another page. */
function useBanks(chosen: readonly string[]) {
  const [typed, setTyped] = useState('')
  const name = useSettled(typed.trim(), settleMs)
  const found = useCall(bank.list, { pageSize: atOnce, ...(name && { name }) }, { keepPrevious: true, staleMs })
  const listed = found.data?.dataList ?? []
  const elsewhere = chosen.filter((id) => !listed.some((one) => one.id === id)).slice(0, mostNamedBanks)
  const named = useCall(
    bank.list,
    { ids: elsewhere, pageSize: mostNamedBanks },
    { enabled: found.data !== undefined && elsewhere.length > 0, keepPrevious: true, staleMs },
  )
  const names = new Map([...(named.data?.dataList ?? []), ...listed].map((one) => [one.id, one.name]))
  return {
    options: [
      ...listed.map((one) => ({ value: one.id, label: one.name })),
      ...moreChoices((found.data?.totalCount ?? 0) - listed.length),
    ],
    showSearch: { filterOption: false, onSearch: setTyped },
    ...choiceState(found, '没有找到题库'),
    labelRender: ({ value }: { value: string | number }) =>
      names.get(String(value)) ?? (named.data && elsewhere.includes(String(value)) ? '已删除的题库' : '…'),
  }
}
