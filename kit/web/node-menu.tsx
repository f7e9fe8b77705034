import { MoreOutlined } from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { DropMenu } from './drop-menu.tsx'

export interface NodeMenuProps {
  /** Of the node, for the button's name. */
  readonly name: string
  readonly items: readonly { readonly key: string; readonly label: string; readonly danger?: boolean }[]
  readonly act: (key: string) => void
}

/** What can be done with a node of a tree. Behind a `kp-node-count` it takes the place of the number while the line is pointed at. */
export function NodeMenu({ name, items, act }: NodeMenuProps): ReactNode {
  const menu: MenuProps = {
    items: [...items],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      act(key)
    },
  }
  return (
    // The line behind chooses the node; a click in its menu must not.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks to itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span className="kp-node-menu" onClick={(event) => event.stopPropagation()}>
      <DropMenu menu={menu}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${name}的操作`} />
      </DropMenu>
    </span>
  )
}
