import { DrawerFooter, FocusReturn } from '@kaopei/web'
import { Drawer, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { CreditsField } from './credits-field.tsx'
import { creditFields, KnowledgePoints, useMayChoosePoints } from './fact-fields.tsx'
import { PictureField } from './picture-field.tsx'
import type { FileFacts } from './upload-facts.ts'
import type { QueuedFile } from './upload-queue.ts'

export interface FactFieldsProps {
  readonly facts: FileFacts
  readonly onChange: (facts: FileFacts) => void
  /** Before the fields' names, where two such forms are open. */
  readonly prefix?: string
}

/** Who made it, what it is about. */
export function FactFields({ facts, onChange, prefix = 'ware' }: FactFieldsProps): ReactNode {
  const mayChoosePoints = useMayChoosePoints()
  return (
    <Form layout="vertical" component="div" className="kp-ware-fields">
      {creditFields.map(({ name, label }) => (
        <Form.Item key={name} label={label} required={name === 'contributor'} htmlFor={`${prefix}-${name}`}>
          <CreditsField
            id={`${prefix}-${name}`}
            label={label}
            isTeaching={name === 'teacher' || name === 'assistTeacher'}
            value={facts[name]}
            onChange={(people) => onChange({ ...facts, [name]: people })}
          />
        </Form.Item>
      ))}
      {mayChoosePoints && (
        <Form.Item label="知识点" htmlFor={`${prefix}-points`}>
          <KnowledgePoints
            id={`${prefix}-points`}
            value={facts.knowledgePointIds}
            onChange={(knowledgePointIds) => onChange({ ...facts, knowledgePointIds })}
          />
        </Form.Item>
      )}
      <Form.Item label="封面" htmlFor={`${prefix}-cover`}>
        <PictureField
          id={`${prefix}-cover`}
          label="封面"
          value={facts.coverUrl}
          onChange={(coverUrl) => onChange({ ...facts, coverUrl })}
        />
      </Form.Item>
      <Form.Item label="描述" htmlFor={`${prefix}-descript`}>
        <Input.TextArea
          id={`${prefix}-descript`}
          maxLength={500}
          showCount
          rows={2}
          value={facts.descript}
          onChange={({ target }) => onChange({ ...facts, descript: target.value })}
        />
      </Form.Item>
    </Form>
  )
}

interface OwnFactsProps {
  readonly file: QueuedFile
  readonly facts: FileFacts
  readonly onChange: (facts: FileFacts) => void
  readonly onClose: () => void
}

/** 单独设置: of one of the files. */
export function OwnFacts({ file, facts, onChange, onClose }: OwnFactsProps): ReactNode {
  const [draft, setDraft] = useState(facts)
  const take = () => {
    onChange(draft)
    onClose()
  }
  return (
    <Drawer
      open
      title={`单独设置“${file.title}”`}
      size={600}
      onClose={onClose}
      footer={<DrawerFooter onCancel={onClose} onOk={take} />}
    >
      <FocusReturn />
      <FactFields facts={draft} onChange={setDraft} prefix="own" />
    </Drawer>
  )
}
