import type { Endpoint, InputOf, OutputOf } from '@kaopei/contract'
import { Form, type FormInstance } from 'antd'
import { useCallback, useRef } from 'react'
import type { z } from 'zod'
import { apiCodes, isApiError, isRecord } from '../client/api-error.ts'
import { report } from '../client/error-policy.ts'
import { confirmAction, toast } from '../notify.tsx'
import { type Told, useAction } from '../query.ts'
import { fieldErrors, fieldProblems, wireInput, withCleared } from './form-schema.ts'
import type { Draft, Held, RowValues } from './form-values.ts'

export interface EndpointFormOptions<E extends Endpoint, Own = unknown> {
  readonly endpoint: E
  /** Controls that are not sent as they are. */
  readonly own?: z.ZodType | undefined
  /** From the controls' values to the endpoint's input; the values themselves unless given. */
  readonly toInput?: (values: Held<E, Own>) => Draft<E>
  readonly onSaved?: (data: OutputOf<E>) => void
  readonly successText?: Told<E>
  /** Called with the current row when somebody else changed it (1007); the form takes the row's fields unless given. */
  readonly fromRow?: (row: Record<string, unknown>) => RowValues<E, Own>
  readonly form?: FormInstance<Held<E, Own>>
}

export interface EndpointForm<E extends Endpoint, Own = unknown> {
  readonly endpoint: E
  readonly own?: z.ZodType | undefined
  readonly form: FormInstance<Held<E, Own>>
  /** True when it was saved. */
  readonly submit: () => Promise<boolean>
  readonly isRunning: boolean
  readonly isChanged: () => boolean
  readonly noteChange: () => void
}

/** A form whose rules are the endpoint's input schema; what the server refuses comes back on the fields. */
export function useEndpointForm<E extends Endpoint, Own = unknown>(options: EndpointFormOptions<E, Own>): EndpointForm<E, Own> {
  const { endpoint, own, toInput, onSaved, successText, fromRow } = options
  const [ownForm] = Form.useForm<Held<E, Own>>()
  const form = options.form ?? ownForm
  const changed = useRef(false)
  const action = useAction(endpoint, { silent: true, ...(successText !== undefined && { successText }) })

  const submit = async (): Promise<boolean> => {
    const isFilled = await form.validateFields().then(
      () => true,
      () => false,
    )
    if (!isFilled) return showFirstError(form)
    const values: Held<E, Own> = withCleared(endpoint.input, form.getFieldsValue(true))
    const input = wireInput(endpoint.input, toInput ? toInput(values) : values)
    const problems = fieldProblems(endpoint.input, input)
    if (problems.length > 0) return showProblems(form, problems)
    // Checked against the endpoint's own schema two lines above.
    const outcome = await action.run(input as InputOf<E>)
    if (outcome.ok) {
      changed.current = false
      onSaved?.(outcome.data)
      return true
    }
    await handleFailure(outcome.error, form, endpoint, fromRow)
    return false
  }

  return {
    endpoint,
    own,
    form,
    submit,
    isRunning: action.isRunning,
    isChanged: useCallback(() => changed.current, []),
    noteChange: useCallback(() => {
      changed.current = true
    }, []),
  }
}

async function handleFailure(
  error: unknown,
  form: FormInstance,
  endpoint: Endpoint,
  fromRow: ((row: Record<string, unknown>) => object) | undefined,
): Promise<void> {
  if (isApiError(error) && error.fields.length > 0) return void showProblems(form, error.fields)
  if (isApiError(error, apiCodes.changed) && isRecord(error.data)) {
    const takesNew = await confirmAction({
      title: '数据已被他人修改',
      content: '保存前这条数据已被他人修改。可以载入最新内容后重新编辑，也可以留在当前页面核对。',
      okText: '载入最新内容',
      cancelText: '留在当前页面',
    })
    if (takesNew) form.setFieldsValue(fromRow ? fromRow(error.data) : error.data)
    return
  }
  report(error, endpoint.facts.path)
}

function showProblems(form: FormInstance, problems: Parameters<typeof fieldErrors>[0]): false {
  const errors = fieldErrors(problems)
  const known = errors.filter(
    ({ name }) => form.getFieldInstance(name) !== undefined || form.isFieldTouched(name) || isMounted(form, name),
  )
  form.setFields(known.map((field) => ({ ...field, touched: true })))
  // A message whose field is not on the screen would otherwise be lost.
  const lost = errors.find((error) => !known.includes(error))
  if (lost) toast.error(lost.errors[0] ?? '填写的内容有误，请检查后重试')
  return showFirstError(form)
}

function isMounted(form: FormInstance, name: readonly (string | number)[]): boolean {
  return form.getFieldsError().some((field) => field.name.join('.') === name.join('.'))
}

function showFirstError(form: FormInstance): false {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0)
  if (first) form.scrollToField(first.name, { block: 'center', focus: true })
  return false
}
