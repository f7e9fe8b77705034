import { useSettled } from '@kaopei/web'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'

interface Found {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Of all that were found. */
  readonly totalCount: number
  readonly isPending: boolean
}

interface Props {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (id: string) => void
  readonly placeholder: string
  /** What is asked for the words that were typed. */
  readonly useFound: (words: string) => Found
}

const settleMs = 300

/** One of many, found by typing: it says when there are more than it lists. */
export function FoundSelect({ id, value, onChange, placeholder, useFound }: Props): ReactNode {
  const [typed, setTyped] = useState('')
  /** How the chosen one is called when something else is listed. */
  const [chosen, setChosen] = useState<string>()
  const { options, totalCount, isPending } = useFound(useSettled(typed.trim(), settleMs))
  const moreCount = totalCount - options.length
  const more = { value: 'more', label: `还有 ${moreCount} 个，请输入名称查找`, disabled: true }
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      value={value ?? null}
      placeholder={placeholder}
      loading={isPending}
      notFoundContent={isPending ? '加载中…' : '没有找到'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...options, ...(moreCount > 0 ? [more] : [])]}
      labelRender={({ label }) => label ?? chosen}
      onChange={(next) => {
        setChosen(options.find((option) => option.value === next)?.label)
        onChange?.(next)
      }}
    />
  )
}
