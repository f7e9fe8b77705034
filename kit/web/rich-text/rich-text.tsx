import { type ReactNode, useEffect, useState } from 'react'
import { type CleanHtml, richHtmlCleaner } from '../client/rich-html.ts'

interface Cleaners {
  readonly withLinks: CleanHtml
  readonly withoutLinks: CleanHtml
}
let known: Cleaners | undefined

async function loadCleaners(): Promise<Cleaners> {
  if (known) return known
  const { default: purify } = await import('dompurify')
  known = { withLinks: richHtmlCleaner(purify, { hasLinks: true }), withoutLinks: richHtmlCleaner(purify) }
  return known
}

export interface RichTextProps {
  readonly html: string | null | undefined
  readonly className?: string
  /** What a candidate or anybody outside wrote: nothing in it leads anywhere. */
  readonly isUntrusted?: boolean
}

/** Formatted text of people, always through DOMPurify, and never beyond its own frame (styles.css). */
export function RichText({ html, className, isUntrusted = false }: RichTextProps): ReactNode {
  const [cleaners, setCleaners] = useState(known)
  // The cleaner comes in a chunk of its own; text without markup need not wait for it.
  useEffect(() => {
    if (!cleaners) void loadCleaners().then(setCleaners)
  }, [cleaners])
  const text = html ?? ''
  const classes = `kp-rich-text ${className ?? ''}`
  if (!/[<&]/.test(text)) return <div className={classes}>{text}</div>
  if (!cleaners) return <div className={classes} aria-busy="true" />
  const clean = isUntrusted ? cleaners.withoutLinks : cleaners.withLinks
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in this very line
  return <div className={classes} dangerouslySetInnerHTML={{ __html: clean(text) }} />
}
