import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { MenuItem } from './menu-model.ts'
import { SideMenu } from './side-menu.tsx'

interface MobileMenuProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly menu: readonly MenuItem[]
  readonly current: ReadonlySet<string>
}

/** The whole menu in a drawer. */
export default function MobileMenu({ open, onClose, menu, current }: MobileMenuProps): ReactNode {
  return (
    <Drawer open={open} placement="left" size={280} title="菜单" onClose={onClose} styles={{ body: { padding: 8 } }}>
      <SideMenu label="全部菜单" items={menu} current={current} onLeave={onClose} />
    </Drawer>
  )
}
