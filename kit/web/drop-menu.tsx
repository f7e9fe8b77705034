import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from 'react'

/** What a button says of the menu behind it. */
interface Opener {
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

export interface DropMenuProps extends Pick<DropdownProps, 'placement' | 'disabled'> {
  readonly menu: MenuProps
  /** The button. */
  readonly children: ReactElement<Opener>
}

/** A menu behind a button: opened by click, finger and keyboard, walked by arrows; Esc and a choice give the focus back to the button. */
export function DropMenu({ children, ...props }: DropMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element | null>(null)
  const change = (next: boolean) => {
    const focused = document.activeElement
    if (next) opener.current = focused
    // A menu that closes would take the focus with it. A dialog that a choice opens takes it from the button, and brings it back there.
    else if (focused?.closest('[role="menu"]') && opener.current instanceof HTMLElement) opener.current.focus()
    setOpen(next)
  }
  return (
    <Dropdown {...props} autoFocus trigger={['click']} open={isOpen} onOpenChange={change}>
      {cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
    </Dropdown>
  )
}
