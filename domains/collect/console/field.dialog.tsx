import { customType } from '@kaopei/org/contract/own-fields'
import { formFor } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Form, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { fewestOptions, mostCharacters } from '../contract/codes.ts'
import type { CollectField } from '../contract/field.ts'
import { metaDataField } from '../contract/meta-field.ts'
import { outerField } from '../contract/outer-field.ts'
import { OptionInputs } from './option-inputs.tsx'

const { FormDialog } = formFor([outerField.add, outerField.update])
const { Field, useValue } = formFor([outerField.add, outerField.update, metaDataField.create, metaDataField.update])

interface Props {
  /** Edited; without it a new one is made. */
  readonly field?: CollectField
  readonly onClose: () => void
  readonly onSaved: (field: CollectField) => void
}

/** Adds a field or edits one: then the type is locked, and so are the options that were there. */
export function FieldDialog({ field, onClose, onSaved }: Props): ReactNode {
  return field ? <Edit field={field} onClose={onClose} onSaved={onSaved} /> : <Add onClose={onClose} onSaved={onSaved} />
}

function Add({ onClose, onSaved }: Props): ReactNode {
  return (
    <FormDialog
      title="添加字段"
      endpoint={outerField.add}
      initialValues={{ name: '', customType: customType.text, optionContent: [] }}
      successText="添加成功"
      onSaved={({ id }) => void call(outerField.get, { id }).then(onSaved)}
      onClose={onClose}
    >
      <FieldInputs isEdit={false} lockedCount={0} />
    </FormDialog>
  )
}

function Edit({ field, onClose, onSaved }: Props & { readonly field: CollectField }): ReactNode {
  const [lockedCount, setLockedCount] = useState(field.optionContent.length)
  const { value: id, label: name, customType: type, optionContent, version } = field
  return (
    <FormDialog
      title="编辑字段"
      endpoint={outerField.update}
      initialValues={{ id, name, customType: type, optionContent, version }}
      fromRow={(row) => {
        setLockedCount(countOptions(row))
        return row
      }}
      successText="修改成功"
      onSaved={onSaved}
      onClose={onClose}
    >
      <FieldInputs isEdit lockedCount={lockedCount} />
    </FormDialog>
  )
}

/** Of a row that somebody else has changed: their options are locked too. */
export function countOptions({ optionContent }: Readonly<Record<string, unknown>>): number {
  return Array.isArray(optionContent) ? optionContent.length : 0
}

/** Name, type and options, for fields of candidates and of employees. */
export function FieldInputs({ isEdit, lockedCount }: { readonly isEdit: boolean; readonly lockedCount: number }): ReactNode {
  const form = Form.useFormInstance()
  const type = useValue('customType')
  return (
    <>
      <Field name="name" label="名称" required>
        <Input maxLength={mostCharacters} showCount placeholder="请填写名称" />
      </Field>
      <Field name="customType" label="类型" required {...(isEdit && { extra: '类型创建后不能修改' })}>
        <Select
          disabled={isEdit}
          options={[...customType.options]}
          onChange={(next: number) => {
            const isText = next === customType.text
            const now: unknown = form.getFieldValue('optionContent')
            const options = Array.isArray(now) ? now : []
            if (isText) form.setFieldValue('optionContent', [])
            else if (options.length < fewestOptions) form.setFieldValue('optionContent', ['', ''])
          }}
        />
      </Field>
      {type && type !== customType.text && (
        <Field
          name="optionContent"
          label="选项"
          required
          validateTrigger={[]}
          {...(isEdit && { extra: '原有选项不能修改或删除，可以新增选项' })}
        >
          <OptionInputs lockedCount={lockedCount} />
        </Field>
      )}
    </>
  )
}
