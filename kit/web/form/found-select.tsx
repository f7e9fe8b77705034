import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { choiceState, moreChoices } from '../choice-state.tsx'
import { useSettled } from '../use-settled.ts'

interface Found {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Of all that were found. */
  readonly totalCount: number
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => void
}

interface Named {
  readonly id: string
  readonly name: string
}

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (id: string) => void
  /** With it the choice can be taken back. */
  readonly onClear?: (() => void) | undefined
  /** Where no form's field names it. */
  readonly label?: string | undefined
  readonly isDisabled?: boolean
  readonly placeholder: string
  /** What was chosen before: it may not be found any more. */
  readonly former?: Named | undefined
  readonly emptyText?: string
  /** What is asked for the words that were typed. */
  readonly useFound: (words: string) => Found
}

const settleMs = 300

/** One of many, found by typing: it says when there are more than it lists. */
export function FoundSelect({
  id,
  value,
  onChange,
  onClear,
  label: ariaLabel,
  isDisabled = false,
  placeholder,
  former,
  emptyText = '没有找到',
  useFound,
}: Props): ReactNode {
  const [typed, setTyped] = useState('')
  /** How the chosen one is called when something else is listed. */
  const [chosen, setChosen] = useState<Named>()
  const found = useFound(useSettled(typed.trim(), settleMs))
  const { options, totalCount } = found
  const nameOf = (wanted: string | number) => [chosen, former].find((one) => one?.id === wanted)?.name
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      {...(ariaLabel !== undefined && { 'aria-label': ariaLabel })}
      allowClear={onClear !== undefined}
      disabled={isDisabled}
      value={value ?? null}
      placeholder={placeholder}
      {...choiceState(found, emptyText)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...options, ...moreChoices(totalCount - options.length)]}
      labelRender={({ label, value: shown }) => label ?? nameOf(shown)}
      onChange={(next?: string) => {
        if (next === undefined) return onClear?.()
        setChosen({ id: next, name: options.find((option) => option.value === next)?.label ?? '' })
        onChange?.(next)
      }}
    />
  )
}
