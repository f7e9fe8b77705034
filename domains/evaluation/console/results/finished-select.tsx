import { FoundSelect, useCall } from '@kaopei/web'
import type { ReactNode } from 'react'
import { evaluationResult } from '../../contract/result.ts'

interface Props {
  readonly id: string
  readonly value: string | undefined
  readonly onChange: (appointmentId: string | undefined) => void
}

/** An appointment that somebody has finished, found by its name. */
export function FinishedSelect({ id, value, onChange }: Props): ReactNode {
  const chosen = useCall(evaluationResult.finished, { appointmentId: value ?? '' }, { enabled: value !== undefined })
  const [former] = chosen.data?.dataList ?? []
  return (
    <FoundSelect
      id={id}
      value={value ?? null}
      former={former && { id: former.appointmentId, name: former.appointmentName }}
      placeholder="全部"
      emptyText="没有已完成的测评"
      useFound={useFinished}
      onChange={onChange}
      onClear={() => onChange(undefined)}
    />
  )
}

export function useFinished(name: string) {
  const { data, ...asked } = useCall(evaluationResult.finished, { ...(name && { name }), pageSize: 50 }, { staleMs: 30_000 })
  const options = (data?.dataList ?? []).map((one) => ({
    value: one.appointmentId,
    label: `${one.appointmentName}（${one.scaleName}，${one.finishedCount} 人）`,
  }))
  return { options, totalCount: data?.totalCount ?? 0, ...asked }
}
