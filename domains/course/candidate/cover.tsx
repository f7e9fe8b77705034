import type { ReactNode } from 'react'
import './learn.css'

/** A course's picture; the words beside it say what it is. */
export function Cover({ url }: { url: string | null }): ReactNode {
  return url === null ? (
    <span className="learn-cover" aria-hidden />
  ) : (
    <img className="learn-cover" src={url} alt="" loading="lazy" />
  )
}
