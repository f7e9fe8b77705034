import type { ReactNode } from 'react'

/** Whose it is, as a disc with the end of a Chinese name or the first letter of another; beside the name itself. */
export function PersonMark({ name, isLarge = false }: { readonly name: string; readonly isLarge?: boolean }): ReactNode {
  return (
    <span className={isLarge ? 'kp-person-mark kp-person-mark-large' : 'kp-person-mark'} aria-hidden="true">
      {name.length > 3 ? name.slice(0, 1) : name.slice(-2)}
    </span>
  )
}
