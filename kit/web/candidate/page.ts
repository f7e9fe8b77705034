import type { ComponentType } from 'react'
import type { SessionFacts } from '../client/session.ts'

/** What a login answers: the session, and whether the password must be changed before anything else (`0`: yes). */
export interface LoginAnswer extends SessionFacts {
  readonly changePasswordFlag: string
}

export interface PageProps {
  /** The id in the address; empty where the path has none. */
  readonly id: string
  /** The second one, of paths with two. */
  readonly second: string
  readonly go: (path: string) => void
  /** Somebody has come in by this page. */
  readonly start: (answer: LoginAnswer) => void
}

interface PageFacts {
  /** Below /candidate: `/`, `/info`, `/sit/:id`, `/learn/:id/:second`. */
  readonly path: string
  readonly title: string
  /** Draws its own frame: nothing of the shell around it. */
  readonly isFullScreen?: boolean
  /** For whoever has its address, signed in or not. */
  readonly isPublic?: boolean
}

/**
 * One page of the candidate's client. Pages of the exam are in the first file and kept by the service worker, so that they open without network;
 * every other page comes when it is opened, and costs the exam nothing.
 */
export type CandidatePage = PageFacts &
  (
    | { readonly kind: 'exam'; readonly Page: ComponentType<PageProps> }
    | { readonly kind: 'lazy'; readonly page: () => Promise<{ readonly default: ComponentType<PageProps> }> }
  )

export interface FoundPage {
  readonly page: CandidatePage
  readonly id: string
  readonly second: string
}

export function findPage(pages: readonly CandidatePage[], path: string): FoundPage | undefined {
  for (const page of pages) {
    const match = patternOf(page.path).exec(path)
    if (match) return { page, id: match[1] ?? '', second: match[2] ?? '' }
  }
  return undefined
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(id|second)/g, '([0-9a-f-]{36})')}$`)
}
