import { useCall } from '@kaopei/web'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { knowledgePoint } from '../contract/knowledge-point.ts'
import type { Fields } from './question-fields.tsx'

interface KnowledgePointSelectProps {
  readonly id: string
  readonly fields: Pick<Fields, 'knowledgePointIds' | 'newKnowledgePoints'>
  readonly onChange: (fields: Pick<Fields, 'knowledgePointIds' | 'newKnowledgePoints'>) => void
}

/** Knowledge points of the company; a name that is typed and not there yet is made when the question is saved. */
export function KnowledgePointSelect({ id, fields, onChange }: KnowledgePointSelectProps): ReactNode {
  const points = useCall(knowledgePoint.list, {}, { staleMs: 30_000 })
  const known = new Set([...(fields.knowledgePointIds ?? []), ...(points.data ?? []).map((point) => point.id)])
  const idOfName = new Map((points.data ?? []).map((point) => [point.name, point.id]))
  const change = (values: string[]) => {
    const chosen = new Set(values.map((value) => idOfName.get(value.trim()) ?? value.trim()).filter((value) => value !== ''))
    onChange({
      knowledgePointIds: [...chosen].filter((value) => known.has(value)),
      newKnowledgePoints: [...chosen].filter((value) => !known.has(value)),
    })
  }
  return (
    <Select
      id={id}
      mode="tags"
      value={[...(fields.knowledgePointIds ?? []), ...(fields.newKnowledgePoints ?? [])]}
      onChange={change}
      optionFilterProp="label"
      placeholder="选择或输入新的知识点"
      options={(points.data ?? []).map((point) => ({ value: point.id, label: point.name }))}
    />
  )
}
