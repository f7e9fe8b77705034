import { type RefObject, useEffect, useRef } from 'react'

/** Lets the keyboard scroll a wide table: the part of it that scrolls can be focused, whether or not a row has a link. */
export function useScrollRegion(): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null)
  // The table makes its scrolling part itself and takes no attributes for it.
  useEffect(() => {
    const part = host.current?.querySelector('.ant-table-content, .ant-table-body')
    part?.setAttribute('tabindex', '0')
    part?.setAttribute('role', 'region')
    part?.setAttribute('aria-label', '数据列表')
  })
  return host
}
