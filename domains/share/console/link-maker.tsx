import { PlusOutlined } from '@ant-design/icons'
import type { Endpoint, OutputOf } from '@kaopei/contract'
import { type FormParts, type Held, type InitialValues, RightButton } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { ShareDrawer } from './share-drawer.tsx'

type Made = { readonly url: string }

interface LinkMakerWords<E extends Endpoint> {
  readonly endpoint: E
  readonly form: Pick<FormParts<E, unknown>, 'FormDrawer'>
  /** 创建链接 */
  readonly button: string
  /** 创建参加链接: the drawer's title. */
  readonly title: string
  readonly successText: string
  readonly initialValues: InitialValues<E>
  /** What the picture and the list call the link. */
  readonly nameOf: (values: Held<E>) => string | null | undefined
  readonly onMade?: (data: OutputOf<E>) => void
  readonly children: ReactNode
}

type Opened = { readonly kind: 'new' } | { readonly kind: 'made'; readonly url: string }

const weekMs = 7 * 86_400_000

/** What new links start with. */
export function inAWeek(): string {
  return new Date(Date.now() + weekMs).toISOString()
}

/** Makes a link that carries a token: the button, the form, and then the address, which is shown this once. */
export function useLinkMaker<E extends Endpoint>(
  words: LinkMakerWords<E>,
): { readonly button: ReactNode; readonly drawers: ReactNode } {
  const { endpoint, form, button, title, successText, initialValues, nameOf, onMade, children } = words
  const [opened, setOpened] = useState<Opened>()
  const [name, setName] = useState<string>()
  const close = (closing: Opened) => setOpened((now) => (now === closing ? undefined : now))
  return {
    button: (
      <RightButton right={endpoint} type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
        {button}
      </RightButton>
    ),
    drawers: (
      <>
        {opened?.kind === 'new' && (
          <form.FormDrawer
            open
            title={title}
            width={520}
            endpoint={endpoint}
            successText={successText}
            initialValues={initialValues}
            onValuesChange={(_changed, all) => setName(nameOf(all) ?? undefined)}
            onSaved={(data) => {
              onMade?.(data)
              if (isMade(data)) setOpened({ kind: 'made', url: data.url })
            }}
            onClose={() => close(opened)}
          >
            {children}
          </form.FormDrawer>
        )}
        {opened?.kind === 'made' && (
          <ShareDrawer open originUrl={opened.url} title={name || title.replace('创建', '')} onClose={() => close(opened)} />
        )}
      </>
    ),
  }
}

function isMade(data: unknown): data is Made {
  return typeof data === 'object' && data !== null && typeof Reflect.get(data, 'url') === 'string'
}
