import { knowledgePoint } from '@kaopei/question/contract/knowledge-point'
import { LoadAgain, useCall, useMay } from '@kaopei/web'
import { Select } from 'antd'
import type { ReactNode } from 'react'

/** The four kinds of people, in the order in which forms ask for them. */
export const creditFields = [
  { name: 'contributor', label: '贡献人' },
  { name: 'author', label: '作者' },
  { name: 'teacher', label: '主讲' },
  { name: 'assistTeacher', label: '助教' },
] as const

export interface KnowledgePointsProps {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
}

/** Whether this person may read the company's knowledge points at all. */
export function useMayChoosePoints(): boolean {
  return useMay(knowledgePoint.list)
}

/** 知识点 as a condition of a list; nothing for whoever may not read them. */
export function usePointFilter() {
  const mayChoose = useMayChoosePoints()
  const points = useCall(knowledgePoint.list, {}, { staleMs: 30_000, enabled: mayChoose })
  const options = (points.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return mayChoose ? [{ name: 'knowledgePointId', label: '知识点', kind: 'select', options } as const] : []
}

/** Knowledge points that the banks have. */
export function KnowledgePoints({ id, value = [], onChange }: KnowledgePointsProps): ReactNode {
  const points = useCall(knowledgePoint.list, {}, { staleMs: 30_000 })
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      maxCount={20}
      value={[...value]}
      onChange={onChange}
      optionFilterProp="label"
      placeholder="请选择知识点"
      loading={points.isPending}
      {...(points.error && { notFoundContent: <LoadAgain of={points} what="知识点" /> })}
      options={(points.data ?? []).map((point) => ({ value: point.id, label: point.name }))}
    />
  )
}
