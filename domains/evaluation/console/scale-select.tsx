import { FoundSelect, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { scaleKind } from '../contract/codes.ts'
import { scale } from '../contract/scale.ts'

interface Props {
  readonly kind?: (typeof scaleKind.schema)['_output']
  readonly isWithdrawnToo?: boolean
  readonly label?: string
  readonly isDisabled?: boolean
  readonly isClearable?: boolean
  readonly placeholder: string
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (scaleId: string | null) => void
}

/** A published scale, found by its name. */
export function ScaleSelect({ kind, isWithdrawnToo = false, isClearable = false, onChange, value, ...shown }: Props): ReactNode {
  const chosen = useChosenScale(value)
  const useScales = (name: string) => {
    const { data, ...asked } = useCall(
      scale.choices,
      { ...(name && { name }), ...(kind && { kind }), isWithdrawnToo, pageSize: 50 },
      { staleMs: 30_000 },
    )
    const options = (data?.dataList ?? []).map((one) => ({ value: one.id, label: labelOf(one, kind === undefined) }))
    return { options, totalCount: data?.totalCount ?? 0, ...asked }
  }
  return (
    <FoundSelect
      {...shown}
      value={value ?? null}
      former={chosen && { id: chosen.id, name: labelOf(chosen, kind === undefined) }}
      emptyText="没有已发布的量表"
      useFound={useScales}
      onChange={(scaleId) => onChange?.(scaleId)}
      onClear={isClearable ? () => onChange?.(null) : undefined}
    />
  )
}

/** What a published or withdrawn scale is called, and its norms. */
export function useChosenScale(scaleId: string | null | undefined) {
  const { data } = useCall(scale.choices, { scaleId: scaleId ?? '', isWithdrawnToo: true }, { enabled: Boolean(scaleId) })
  return data?.dataList[0]
}

interface Named {
  readonly name: string
  readonly kind: (typeof scaleKind.schema)['_output']
  readonly itemCount: number
}
const labelOf = ({ name, kind, itemCount }: Named, saysKind: boolean) =>
  saysKind ? `${name}（${scaleKind.label(kind)}，${itemCount} 题）` : `${name}（${itemCount} 题）`
