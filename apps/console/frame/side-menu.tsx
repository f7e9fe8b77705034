import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { MenuIcon } from './menu-icon.tsx'
import type { MenuItem } from './menu-model.ts'

interface SideMenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Names of the open entry and of those around it. */
  readonly current: ReadonlySet<string>
  readonly onLeave?: () => void
}

/** The menu at the side: links, and groups that open. */
export function SideMenu({ label, items, current, onLeave }: SideMenuProps): ReactNode {
  return (
    <nav className="kp-side-menu" aria-label={label}>
      <ul>
        {items.map((item) => (
          <Entry key={item.name} item={item} current={current} level={0} {...(onLeave && { onLeave })} />
        ))}
      </ul>
    </nav>
  )
}

interface EntryProps {
  readonly item: MenuItem
  readonly current: ReadonlySet<string>
  readonly level: number
  readonly onLeave?: () => void
}

function Entry(props: EntryProps): ReactNode {
  return props.item.children.length > 0 ? <Group {...props} /> : <Leaf {...props} />
}

function Leaf({ item, current, level, onLeave }: EntryProps): ReactNode {
  const isCurrent = current.has(item.name)
  const link = useRef<HTMLAnchorElement>(null)
  // Whoever comes by an address, the search or a link finds in the menu where they are, however long it is.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <Link
        ref={link}
        to={item.to}
        className="kp-side-entry"
        aria-current={isCurrent ? 'page' : undefined}
        data-level={level}
        onClick={() => onLeave?.()}
      >
        <MenuIcon name={item.icon} />
        <span>{item.title}</span>
      </Link>
    </li>
  )
}

function Group({ item, current, level, onLeave }: EntryProps): ReactNode {
  const id = useId()
  const [isOpen, setOpen] = useState(true)
  return (
    <li>
      <button
        type="button"
        className="kp-side-entry"
        data-level={level}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <MenuIcon name={item.icon} />
        <span>{item.title}</span>
        <DownOutlined className="kp-side-arrow" />
      </button>
      <ul id={id} hidden={!isOpen}>
        {item.children.map((child) => (
          <Entry key={child.name} item={child} current={current} level={level + 1} {...(onLeave && { onLeave })} />
        ))}
      </ul>
    </li>
  )
}
