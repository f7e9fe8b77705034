import type { Endpoint } from '@kaopei/contract'
import { Form, type FormItemProps } from 'antd'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { z } from 'zod'
import { fieldSchema, isRequired, mustBeOn, problemOf, wireInput } from './form-schema.ts'
import type { NameIn, PathIn } from './form-values.ts'

/** What the surrounding form fills: an endpoint's input, and controls of its own that are not sent. */
export interface FilledForm {
  readonly endpoint: Endpoint
  readonly own?: z.ZodType | undefined
}

export const FilledFormContext = createContext<FilledForm | undefined>(undefined)

export interface FieldProps<E extends Endpoint, Own = unknown> extends Omit<FormItemProps, 'name' | 'dependencies'> {
  readonly name: PathIn<E, Own>
  readonly dependencies?: NameIn<E, Own>[]
}

/** A form item that takes its rules and its star from the endpoint's input schema. */
export function Field<E extends Endpoint, Own = unknown>(props: FieldProps<E, Own>): ReactNode {
  const { name, rules, required, ...item } = props
  const form = useContext(FilledFormContext)
  const path: readonly (string | number)[] = typeof name === 'string' ? [name] : name
  const key = path.join('.')
  // The schema is walked once per field, not at every key press.
  const found = useMemo(() => form && schemaOf(form, key.split('.')), [form, key])
  const isMarked = found && (item.valuePropName === 'checked' ? mustBeOn : isRequired)(found.field)
  const check = {
    validator: async (_rule: unknown, value: unknown) => {
      if (!found) return
      const last = path.at(-1) ?? ''
      const wired = wireInput(found.whole, { [last]: value })
      const sent = path.length === 1 && typeof wired === 'object' && wired !== null ? Reflect.get(wired, last) : value
      const problem = problemOf(found.field, sent, item.label)
      if (problem !== undefined) throw new Error(problem)
    },
  }
  return (
    <Form.Item
      name={[...path]}
      required={required ?? isMarked ?? false}
      rules={rules ?? (found ? [check] : [])}
      validateTrigger={['onBlur', 'onChange']}
      validateFirst
      {...item}
    />
  )
}

function schemaOf({ endpoint, own }: FilledForm, path: readonly string[]): { whole: z.ZodType; field: z.ZodType } | undefined {
  for (const whole of [endpoint.input, own]) {
    const field = whole && fieldSchema(whole, path)
    if (whole && field) return { whole, field }
  }
  return undefined
}
