import { LabelManager, useCall } from '@kaopei/web'
import { Button, Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { knowledgePoint } from '../contract/knowledge-point.ts'
import type { Fields } from './editor/question-fields.tsx'
import { pointActs } from './slots.ts'

interface KnowledgePointSelectProps {
  readonly id: string
  readonly fields: Pick<Fields, 'knowledgePointIds' | 'newKnowledgePoints'>
  readonly onChange: (fields: Pick<Fields, 'knowledgePointIds' | 'newKnowledgePoints'>) => void
}

/** Knowledge points of the company; a name that is typed and not there yet is made when the question is saved. */
export function KnowledgePointSelect({ id, fields, onChange }: KnowledgePointSelectProps): ReactNode {
  const [isManaging, setManaging] = useState(false)
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
    <>
      <Space.Compact block>
        <Select
          id={id}
          mode="tags"
          style={{ flex: 1, minWidth: 0 }}
          value={[...(fields.knowledgePointIds ?? []), ...(fields.newKnowledgePoints ?? [])]}
          onChange={change}
          optionFilterProp="label"
          placeholder="选择或输入新的知识点"
          options={(points.data ?? []).map((point) => ({ value: point.id, label: point.name }))}
        />
        <Button onClick={() => setManaging(true)}>管理</Button>
      </Space.Compact>
      <KnowledgePointManager open={isManaging} onClose={() => setManaging(false)} />
    </>
  )
}

/** 知识点管理: add, rename, delete. */
export function KnowledgePointManager(props: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <LabelManager
      {...props}
      title="知识点管理"
      noun="知识点"
      list={knowledgePoint.list}
      listInput={{}}
      create={knowledgePoint.create}
      update={knowledgePoint.rename}
      remove={knowledgePoint.remove}
      actsOf={(point) => pointActs.parts().map((Act) => <Act key={Act.displayName ?? Act.name} point={point} />)}
    />
  )
}
