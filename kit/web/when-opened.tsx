import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { FocusReturn } from './focus-return.tsx'
import { Bones, Delayed } from './states.tsx'

interface Openable {
  readonly open: boolean
}

/**
 * A drawer or dialog whose code is loaded when it is first opened. Each opening begins anew; closing leaves it on the page until it has
 * slid away and given the focus back.
 */
export function whenOpened<Props extends Openable>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const Loaded: ComponentType<Props> = lazy(load)
  return function WhenOpened(props: Props): ReactNode {
    const [seen, setSeen] = useState({ isOpen: false, count: 0 })
    if (props.open !== seen.isOpen) setSeen({ isOpen: props.open, count: seen.count + (props.open ? 1 : 0) })
    if (seen.count === 0) return null
    return (
      <>
        {props.open && <FocusReturn />}
        <Suspense>
          <Loaded key={seen.count} {...props} />
        </Suspense>
      </>
    )
  }
}

/** A part of a screen whose code is loaded when it is first shown: tabs, viewers, and drawers that are taken off the page when they are closed. */
export function whenShown<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  skeleton: ReactNode = (
    <Delayed>
      <Bones rows={5} />
    </Delayed>
  ),
): (props: Props) => ReactNode {
  const Loaded: ComponentType<Props> = lazy(load)
  return function WhenShown(props: Props): ReactNode {
    return (
      <>
        <FocusReturn />
        <Suspense fallback={skeleton}>
          <Loaded {...props} />
        </Suspense>
      </>
    )
  }
}
