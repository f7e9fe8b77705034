import { customType, longestAnswer } from '@kaopei/org/contract/own-fields'
import { formFor } from '@kaopei/web'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { CollectField } from '../contract/field.ts'
import { outerField } from '../contract/outer-field.ts'
import { ownInfo } from '../contract/own-info.ts'

const { Field } = formFor([outerField.saveStaffValues, ownInfo.saveOwn])

/** What somebody answers to a collected field, in a form that sends `values` by field. */
export function AnswerField({
  field,
  isRequired = false,
}: {
  readonly field: CollectField
  readonly isRequired?: boolean
}): ReactNode {
  return (
    <Field name={['values', field.value]} label={field.label} required={isRequired} rules={[]} getValueFromEvent={emptyIsNull}>
      {inputOf(field)}
    </Field>
  )
}

/** A choice that was cleared says so; what is not given stays. */
function emptyIsNull(event: unknown): unknown {
  if (typeof event === 'object' && event !== null && 'target' in event) {
    const { target } = event
    return typeof target === 'object' && target !== null && 'value' in target ? target.value : null
  }
  return event ?? null
}

function inputOf({ customType: type, label, optionContent }: CollectField): ReactNode {
  if (type === customType.text) return <Input maxLength={longestAnswer} placeholder={`请输入${label}`} />
  const options = optionContent.map((option) => ({ value: option, label: option }))
  return (
    <Select
      allowClear
      options={options}
      placeholder={`请选择${label}`}
      {...(type === customType.multiple && { mode: 'multiple' as const })}
    />
  )
}
