import { type ReactNode, useEffect, useState } from 'react'
import { type CleanHtml, richHtmlCleaner } from '../client/rich-html.ts'
import { CodeViewer } from '../viewers.tsx'
import { piecesOf } from './rich-text-pieces.ts'

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

/** Formatted text of people, always through DOMPurify, and never beyond its own frame (styles.css). Code in it can be read: with numbered lines and themes. */
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
  const cleaned = clean(text)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in the line above
  if (!cleaned.includes('<pre')) return <div className={classes} dangerouslySetInnerHTML={{ __html: cleaned }} />
  return (
    <div className={classes}>
      {piecesOf(cleaned).map((piece, place) =>
        piece.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
          <CodeViewer key={place} code={piece.code} {...(piece.language !== '' && { name: piece.language })} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in this very line, for it is read a second time
          <div key={place} dangerouslySetInnerHTML={{ __html: clean(piece.html) }} />
        ),
      )}
    </div>
  )
}
