import { richHtmlCleaner } from '@kaopei/web/client'
import purify from 'dompurify'
import { type ReactNode, useMemo } from 'react'

/** Texts of authors may lead elsewhere, in a page of its own. */
const clean = richHtmlCleaner(purify, { hasLinks: true })

export function RichText({ html }: { html: string }): ReactNode {
  const safe = useMemo(() => clean(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in the line above
  return <div className="questionnaire-rich" dangerouslySetInnerHTML={{ __html: safe }} />
}
