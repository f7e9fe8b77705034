import type { Endpoint } from '@kaopei/contract'
import { Form, type FormProps } from 'antd'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { FilledFormContext } from './field.tsx'
import type { Held, InitialValues } from './form-values.ts'
import type { EndpointForm } from './use-endpoint-form.ts'

type OfAntd = 'id' | 'className' | 'layout' | 'disabled' | 'style' | 'scrollToFirstError'

export interface FormBodyProps<E extends Endpoint, Own = unknown> extends Pick<FormProps, OfAntd> {
  readonly editing: EndpointForm<E, Own>
  readonly initialValues?: InitialValues<E, Own>
  readonly onValuesChange?: (changed: Partial<Held<E, Own>>, all: Held<E, Own>) => void
  /** Enter saves, and so does a button of type submit. */
  readonly savesOnEnter?: boolean
  readonly children: ReactNode
}

/** The fields of a form on a page or in a dialog; drawers bring their own. */
export function FormBody<E extends Endpoint, Own = unknown>(props: FormBodyProps<E, Own>): ReactNode {
  const { editing, initialValues, onValuesChange, savesOnEnter = false, children, layout = 'vertical', ...rest } = props
  const { endpoint, own } = editing
  const filled = useMemo(() => ({ endpoint, own }), [endpoint, own])
  return (
    <FilledFormContext value={filled}>
      <Form
        {...rest}
        layout={layout}
        form={editing.form}
        initialValues={initialValues ?? {}}
        onValuesChange={(changed, all) => {
          editing.noteChange()
          onValuesChange?.(changed, all)
        }}
        onKeyDown={takeTypedDate}
        {...(savesOnEnter && { onFinish: () => void editing.submit() })}
      >
        {children}
      </Form>
    </FilledFormContext>
  )
}

/** Enter takes the date that was typed; the form is not sent by it. */
function takeTypedDate(event: KeyboardEvent): void {
  const isInPicker = event.target instanceof Element && event.target.closest('.ant-picker') !== null
  if (event.key === 'Enter' && isInPicker) event.preventDefault()
}
