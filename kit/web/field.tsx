import type { Endpoint } from '@kaopei/contract'
import { Form, type FormItemProps } from 'antd'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { fieldSchema, isRequired, wireInput } from './form-schema.ts'

/** The endpoint whose input the surrounding form fills. */
export const FormEndpoint = createContext<Endpoint | undefined>(undefined)

export interface FieldProps extends Omit<FormItemProps, 'name'> {
  readonly name: string | readonly (string | number)[]
}

/** A form item that takes its rules and its star from the endpoint's input schema. Plain `Form.Item` is checked on submit only. */
export function Field({ name, rules, required, ...item }: FieldProps): ReactNode {
  const endpoint = useContext(FormEndpoint)
  const path = typeof name === 'string' ? [name] : [...name]
  const key = path.join('.')
  // The schema is walked once per field, not at every key press.
  const schema = useMemo(() => endpoint && fieldSchema(endpoint.input, key.split('.')), [endpoint, key])
  const check = {
    validator: async (_rule: unknown, value: unknown) => {
      if (!endpoint || !schema) return
      const last = path.at(-1) ?? ''
      const wired = wireInput(endpoint.input, { [last]: value })
      const sent = path.length === 1 && typeof wired === 'object' && wired !== null ? Reflect.get(wired, last) : value
      const parsed = schema.safeParse(sent)
      if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? '填写有误')
    },
  }
  return (
    <Form.Item
      name={path}
      required={required ?? (schema ? isRequired(schema) : false)}
      rules={rules ?? (schema ? [check] : [])}
      validateTrigger={['onBlur', 'onChange']}
      validateFirst
      {...item}
    />
  )
}
