import type { Endpoint } from '@kaopei/contract'
import { Modal } from 'antd'
import { type ReactNode, useId } from 'react'
import { FocusReturn } from '../focus-return.tsx'
import { Bones, type Loadable, Loaded } from '../states.tsx'
import { FormBody } from './form-body.tsx'
import type { InitialValues } from './form-values.ts'
import { type EndpointFormOptions, useEndpointForm } from './use-endpoint-form.ts'

export interface FormDialogProps<E extends Endpoint, Own = unknown> extends EndpointFormOptions<E, Own> {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly initialValues?: InitialValues<E, Own>
  readonly okText?: string
  readonly cancelText?: string
  readonly isDangerous?: boolean
  /** What has to be read before the form can be filled, as in a drawer. */
  readonly reading?: Loadable<unknown>
  /** Said above the fields. */
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** A question with a few fields, in the middle of the screen: a reason, a place to move to. */
export function FormDialog<E extends Endpoint, Own = unknown>(props: FormDialogProps<E, Own>): ReactNode {
  const { reading, title, onClose } = props
  return (
    <>
      <FocusReturn />
      {reading && reading.data === undefined ? (
        <Modal open title={title} footer={null} onCancel={onClose}>
          <Loaded of={reading} skeleton={<Bones rows={4} />}>
            {() => null}
          </Loaded>
        </Modal>
      ) : (
        <OpenDialog {...props} />
      )}
    </>
  )
}

function OpenDialog<E extends Endpoint, Own>(props: FormDialogProps<E, Own>): ReactNode {
  const { title, onClose, initialValues, okText = '确 定', cancelText = '取 消', isDangerous = false, intro, children } = props
  const formId = useId()
  const editing = useEndpointForm<E, Own>({
    ...props,
    onSaved: (data) => {
      props.onSaved?.(data)
      onClose()
    },
  })
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={cancelText}
      okButtonProps={{ danger: isDangerous, htmlType: 'submit', form: formId, loading: editing.isRunning }}
      onCancel={onClose}
    >
      {intro}
      <FormBody id={formId} className="kp-dialog-form" editing={editing} savesOnEnter {...(initialValues && { initialValues })}>
        {children}
      </FormBody>
    </Modal>
  )
}
