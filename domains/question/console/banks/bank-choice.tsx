import { useCall } from '@kaopei/web'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { bank, mostNamedBanks } from '../../contract/bank.ts'
import { QuestionBankPicker } from './bank-picker.tsx'
import { BankMultiSelect, BankSelect } from './bank-select.tsx'
import '../question.css'

export interface BankChoiceProps {
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly label: string
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** Banks by typing a name, or from the list with its categories. */
export function BankChoice({ value, onChange, label, placeholder, disabled = false }: BankChoiceProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  const named = useCall(
    bank.list,
    { ids: value.slice(0, mostNamedBanks), pageSize: mostNamedBanks },
    { enabled: isPicking && value.length > 0, keepPrevious: true },
  )
  const names = new Map(named.data?.dataList.map(({ id, name }) => [id, name]))
  return (
    <span className="kp-bank-choice">
      <BankMultiSelect
        label={label}
        disabled={disabled}
        {...(placeholder !== undefined && { placeholder })}
        value={value}
        onChange={onChange}
      />
      {!disabled && (
        <Button aria-label={`${label}：从列表选择`} onClick={() => setPicking(true)}>
          选择
        </Button>
      )}
      <QuestionBankPicker
        open={isPicking && (value.length === 0 || named.data !== undefined)}
        onClose={() => setPicking(false)}
        selected={value.map((id, at) => ({
          kind: 'bank',
          id,
          name: names.get(id) ?? (at < mostNamedBanks ? '已删除的题库' : '题库'),
        }))}
        onConfirm={(banks) => {
          onChange(banks.map(({ id }) => id))
          setPicking(false)
        }}
      />
    </span>
  )
}

export interface OneBankChoiceProps {
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
  readonly id?: string
  readonly label?: string
  readonly placeholder?: string
  readonly allowClear?: boolean
}

/** One bank by typing its name, or from the list with its categories. */
export function OneBankChoice({ value, onChange, label = '题库', ...select }: OneBankChoiceProps): ReactNode {
  const [isPicking, setPicking] = useState(false)
  return (
    <span className="kp-bank-choice">
      <BankSelect {...select} label={label} value={value} onChange={onChange} />
      <Button aria-label={`${label}：从列表选择`} onClick={() => setPicking(true)}>
        选择
      </Button>
      <QuestionBankPicker
        single
        open={isPicking}
        onClose={() => setPicking(false)}
        selected={[]}
        onConfirm={([chosen]) => {
          if (chosen) onChange(chosen.id)
          setPicking(false)
        }}
      />
    </span>
  )
}
