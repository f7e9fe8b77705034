import { richHtmlCleaner } from '@kaopei/web/client'
import purify from 'dompurify'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import './question.css'

/** No links: in an exam nothing leads out of it. */
const clean = richHtmlCleaner(purify)

/** Text of an author, always through DOMPurify. */
export function QuestionHtml({ html }: { html: string }): ReactNode {
  const safe = useMemo(() => clean(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in the line above
  return <div className="rich" dangerouslySetInnerHTML={{ __html: safe }} />
}

/** The same within a line: a label may hold no block. */
export function InlineHtml({ html }: { html: string }): ReactNode {
  const safe = useMemo(() => clean(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in the line above
  return <span className="rich" dangerouslySetInnerHTML={{ __html: safe }} />
}

const placed = /\{\{([A-Za-z0-9_-]{1,40})\}\}/g

/**
 * A stem with fields in it: each `{{id}}` becomes what `field` draws for that part. Parts that the stem does not name follow below it, so
 * that none is ever out of reach.
 */
export function StemWithParts({
  html,
  partIds,
  field,
}: {
  html: string
  partIds: readonly string[]
  field: (id: string, number: number) => ReactNode
}): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<ReadonlyMap<string, Element>>(new Map())
  const safe = useMemo(() => clean(html.replace(placed, '<span data-part="$1"></span>')), [html])
  // The places exist only once the stem is in the page; before it is painted the fields are put into them.
  useLayoutEffect(() => {
    const found = new Map<string, Element>()
    for (const place of host.current?.querySelectorAll('[data-part]') ?? []) {
      const id = place.getAttribute('data-part') ?? ''
      if (safe !== '' && partIds.includes(id) && !found.has(id)) found.set(id, place)
    }
    setPlaces(found)
  }, [safe, partIds])
  const rest = partIds.filter((id) => !places.has(id))
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify above */}
      <div ref={host} className="rich with-parts" dangerouslySetInnerHTML={{ __html: safe }} />
      {[...places].map(([id, place]) => createPortal(field(id, partIds.indexOf(id) + 1), place, id))}
      {rest.length > 0 && (
        <div className="loose-parts">
          {rest.map((id) => (
            <div key={id}>{field(id, partIds.indexOf(id) + 1)}</div>
          ))}
        </div>
      )}
    </>
  )
}
