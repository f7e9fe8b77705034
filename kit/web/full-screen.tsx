import { Button } from 'antd'
import type { ReactNode } from 'react'

export interface FullScreenProps {
  readonly title: string
  /** Away from it, and what that is called. */
  readonly leave: () => void
  readonly leaveText: string
  /** Controls behind the title. */
  readonly controls?: ReactNode
  /** At the right end: how far it is, what can be done. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** The template of work that fills the screen (marking, invigilation, data screens): one line on top, everything below belongs to the work. */
export function FullScreen({ title, leave, leaveText, controls, extra, children }: FullScreenProps): ReactNode {
  return (
    <div className="kp-full">
      <header className="kp-full-head">
        <Button onClick={leave}>{leaveText}</Button>
        <h1 title={title}>{title}</h1>
        {controls}
        <div className="kp-full-extra">{extra}</div>
      </header>
      <main className="kp-full-main">{children}</main>
    </div>
  )
}
