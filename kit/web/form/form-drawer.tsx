import type { Endpoint } from '@kaopei/contract'
import { Drawer } from 'antd'
import { type ReactNode, useId } from 'react'
import { FocusReturn } from '../focus-return.tsx'
import { confirmLeaving } from '../notify.tsx'
import { Bones, type Loadable, Loaded } from '../states.tsx'
import { DrawerFooter } from './drawer-footer.tsx'
import { FormBody } from './form-body.tsx'
import type { Held, InitialValues } from './form-values.ts'
import { type EndpointFormOptions, useEndpointForm } from './use-endpoint-form.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

export interface FormDrawerProps<E extends Endpoint, Own = unknown> extends EndpointFormOptions<E, Own> {
  readonly title: ReactNode
  readonly open: boolean
  readonly onClose: () => void
  readonly initialValues?: InitialValues<E, Own>
  /** What has to be read before the form can be filled: until it is there the drawer shows its skeleton, or its failure with 重试. */
  readonly reading?: Loadable<unknown>
  readonly width?: number | string
  readonly okText?: string
  readonly onValuesChange?: (changed: Partial<Held<E, Own>>, all: Held<E, Own>) => void
  readonly children: ReactNode
}

/** A drawer with one form: rules from the endpoint, field errors from the server, a lock against double submits, a question before losing input. */
export function FormDrawer<E extends Endpoint, Own = unknown>(props: FormDrawerProps<E, Own>): ReactNode {
  const { open, reading, title, width = 600, onClose } = props
  if (!open) return null
  return (
    <>
      <FocusReturn />
      {reading && reading.data === undefined ? (
        <Drawer open title={title} size={width} onClose={onClose}>
          <Loaded of={reading} skeleton={<Bones rows={6} />}>
            {() => null}
          </Loaded>
        </Drawer>
      ) : (
        <OpenDrawer {...props} width={width} />
      )}
    </>
  )
}

function OpenDrawer<E extends Endpoint, Own>(props: FormDrawerProps<E, Own>): ReactNode {
  const { title, onClose, width, initialValues, okText = '确定', children, onSaved, onValuesChange } = props
  const formId = useId()
  const editing = useEndpointForm<E, Own>({
    ...props,
    onSaved: (data) => {
      onSaved?.(data)
      onClose()
    },
  })
  useUnsavedGuard(editing.isChanged)
  const close = async () => {
    if (editing.isRunning) return
    if (!editing.isChanged() || (await confirmLeaving())) onClose()
  }
  return (
    <Drawer
      open
      title={title}
      size={width ?? 600}
      onClose={() => void close()}
      afterOpenChange={(isOpen) => isOpen && beginTyping(formId)}
      mask={{ closable: true }}
      footer={
        <DrawerFooter
          onCancel={() => void close()}
          form={formId}
          isRunning={editing.isRunning}
          okText={okText.replaceAll(' ', '')}
        />
      }
    >
      <FormBody
        id={formId}
        editing={editing}
        savesOnEnter
        scrollToFirstError={{ block: 'center', focus: true }}
        {...(initialValues && { initialValues })}
        {...(onValuesChange && { onValuesChange })}
      >
        {children}
      </FormBody>
    </Drawer>
  )
}

/** Into the first field where it takes text; on touch screens that would open the keyboard over the form. */
function beginTyping(formId: string): void {
  if (window.matchMedia('(pointer: coarse)').matches) return
  const form = document.getElementById(formId)
  const first = form?.querySelector<HTMLElement>('input, textarea, select, button')
  if (first?.matches('.ant-input:not([disabled], [readonly])')) first.focus({ preventScroll: true })
}
