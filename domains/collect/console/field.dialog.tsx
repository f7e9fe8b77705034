import { customType } from '@kaopei/org/contract/own-fields'
import { Field, FormEndpoint, useEndpointForm } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Form, Input, Modal, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { fewestOptions, mostCharacters } from '../contract/codes.ts'
import type { CollectField } from '../contract/field.ts'
import { outerField } from '../contract/outer-field.ts'
import { OptionInputs } from './option-inputs.tsx'

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
  const editing = useEndpointForm({
    endpoint: outerField.add,
    successText: '添加成功',
    onSaved: ({ id }) => {
      onClose()
      void call(outerField.get, { id }).then(onSaved)
    },
  })
  const initial = { name: '', customType: customType.text, optionContent: [] }
  return <Dialog title="添加字段" endpoint={outerField.add} editing={editing} initial={initial} onClose={onClose} />
}

function Edit({ field, onClose, onSaved }: Props & { readonly field: CollectField }): ReactNode {
  const [lockedCount, setLockedCount] = useState(field.optionContent.length)
  const editing = useEndpointForm({
    endpoint: outerField.update,
    fromRow: (row) => {
      setLockedCount(countOptions(row))
      return row
    },
    successText: '修改成功',
    onSaved: (saved) => {
      onClose()
      onSaved(saved)
    },
  })
  const { value: id, label: name, customType: type, optionContent, version } = field
  return (
    <Dialog
      title="编辑字段"
      endpoint={outerField.update}
      editing={editing}
      initial={{ id, name, customType: type, optionContent, version }}
      lockedCount={lockedCount}
      isEdit
      onClose={onClose}
    />
  )
}

/** Of a row that somebody else has changed: their options are locked too. */
export function countOptions({ optionContent }: Readonly<Record<string, unknown>>): number {
  return Array.isArray(optionContent) ? optionContent.length : 0
}

interface DialogProps {
  readonly title: string
  readonly endpoint: typeof outerField.add | typeof outerField.update
  readonly editing: ReturnType<typeof useEndpointForm>
  readonly initial: Readonly<Record<string, unknown>>
  readonly lockedCount?: number
  readonly isEdit?: boolean
  readonly onClose: () => void
}

function Dialog({ title, endpoint, editing, initial, lockedCount = 0, isEdit = false, onClose }: DialogProps): ReactNode {
  const formId = useId()
  return (
    <Modal
      open
      title={title}
      okText="确 定"
      cancelText="取 消"
      okButtonProps={{ htmlType: 'submit', form: formId, loading: editing.isRunning }}
      onCancel={onClose}
      destroyOnHidden
    >
      <FormEndpoint value={endpoint}>
        <Form
          id={formId}
          form={editing.form}
          layout="vertical"
          initialValues={initial}
          onValuesChange={editing.noteChange}
          onFinish={() => void editing.submit()}
        >
          <FieldInputs isEdit={isEdit} lockedCount={lockedCount} />
        </Form>
      </FormEndpoint>
    </Modal>
  )
}

/** Name, type and options, for fields of candidates and of employees. */
export function FieldInputs({ isEdit, lockedCount }: { readonly isEdit: boolean; readonly lockedCount: number }): ReactNode {
  const form = Form.useFormInstance()
  const type = Form.useWatch<number | undefined>('customType', form)
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
      {type !== undefined && type !== customType.text && (
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
