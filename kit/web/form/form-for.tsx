import type { Endpoint } from '@kaopei/contract'
import { Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Field, type FieldProps } from './field.tsx'
import { FormBody, type FormBodyProps } from './form-body.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx'
import type { Held, NameIn, ValueIn } from './form-values.ts'
import { type EndpointForm, type EndpointFormOptions, useEndpointForm } from './use-endpoint-form.ts'

/** The parts of a form, typed by what it fills. */
export interface FormParts<E extends Endpoint, Own> {
  readonly Field: (props: FieldProps<E, Own>) => ReactNode
  readonly FormDrawer: <One extends E>(props: Omit<FormDrawerProps<One, Own>, 'own'>) => ReactNode
  readonly FormDialog: <One extends E>(props: Omit<FormDialogProps<One, Own>, 'own'>) => ReactNode
  /** For forms on a page: `useForm` saves, `FormBody` holds the fields. */
  readonly FormBody: <One extends E>(props: FormBodyProps<One, Own>) => ReactNode
  readonly useForm: <One extends E>(options: Omit<EndpointFormOptions<One, Own>, 'own'>) => EndpointForm<One, Own>
  /** The form itself, where the screen has to set or to read fields beside drawing them. */
  readonly useFormInstance: () => FormInstance<Held<E, Own>>
  /** What a field holds now, inside the form or of the one that is given. */
  readonly useValue: <Name extends NameIn<E, Own>>(
    name: Name,
    form?: FormInstance<Held<E, Own>>,
  ) => ValueIn<E, Own, Name> | null | undefined
}

/**
 * The form of an endpoint: names and types of its fields are those of the endpoint's input, and so are their rules. Of several endpoints the fields
 * are those that each of them takes. `own` are controls that are not sent: `toInput` makes of them what is.
 */
export function formFor<E extends Endpoint, Own = unknown>(
  _endpoints: E | readonly E[],
  own?: z.ZodType<unknown, Own>,
): FormParts<E, Own> {
  return {
    Field,
    FormDrawer: (props) => <FormDrawer {...props} own={own} />,
    FormDialog: (props) => <FormDialog {...props} own={own} />,
    FormBody,
    useForm: (options) => useEndpointForm({ ...options, own }),
    useFormInstance: () => Form.useForm()[0],
    useValue: (name, form) => useWatched([name], form),
  }
}

/** Also of values that no control on the screen holds. */
function useWatched(path: string[], form: FormInstance | undefined) {
  return Form.useWatch(path, { ...(form && { form }), preserve: true })
}
