import { Bones, EmptyState, ErrorState, formFor, useCall } from '@kaopei/web'
import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { type FilledField, outerField } from '../contract/outer-field.ts'
import { AnswerField } from './answer-field.tsx'
import './collect.css'

const { FormDrawer } = formFor(outerField.saveStaffValues)

export interface StaffValuesDrawerProps {
  readonly open: boolean
  readonly staffId: string
  readonly name?: string
  readonly onClose: () => void
}

/** 更多信息: the company's own fields of one person. */
export default function StaffValues({ open, staffId, name, onClose }: StaffValuesDrawerProps): ReactNode {
  const asked = useCall(outerField.getStaffValues, { staffId })
  const title = name === undefined ? '更多信息' : `${name} · 更多信息`
  const [fields, setFields] = useState<readonly FilledField[]>()
  // What was read at an earlier opening may be old by now.
  if (!fields && asked.data && !asked.isFetching) setFields(asked.data)
  const inUse = fields?.filter(({ isInUse }) => isInUse) ?? []
  if (!open || !fields || inUse.length === 0) {
    return (
      <Drawer open={open} title={title} size={480} onClose={onClose}>
        {asked.error && <ErrorState error={asked.error} onRetry={asked.refetch} />}
        {!asked.error && !fields && <Bones rows={5} />}
        {fields && inUse.length === 0 && <EmptyState text="还没有自定义字段，请在“信息收集”中添加" />}
        {fields && <Gone fields={fields} />}
      </Drawer>
    )
  }
  const values = Object.fromEntries(inUse.map(({ value, content }) => [value, content]))
  return (
    <FormDrawer
      open
      title={title}
      width={480}
      onClose={onClose}
      endpoint={outerField.saveStaffValues}
      successText="保存成功"
      initialValues={{ staffId, values, before: values }}
    >
      {inUse.map((field) => (
        <AnswerField key={field.value} field={field} />
      ))}
      <Gone fields={fields} />
    </FormDrawer>
  )
}

/** What was filled in before its field was removed or switched off. */
function Gone({ fields }: { readonly fields: readonly FilledField[] }): ReactNode {
  const gone = fields.filter(({ isInUse }) => !isInUse)
  if (gone.length === 0) return null
  return (
    <section aria-label="已停用的字段" className="kp-collect-gone">
      <h3>已停用的字段</h3>
      <dl>
        {gone.map(({ value, label, content }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>{typeof content === 'string' ? content : content?.join('、')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
