import { type ReactNode, useEffect, useState } from 'react'

type Clean = (html: string) => string
let known: Clean | undefined

/** Only what editors and imports may contain; links open apart and tell nothing. */
async function loadCleaner(): Promise<Clean> {
  if (known) return known
  const { default: purify } = await import('dompurify')
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  })
  const clean: Clean = (html) =>
    purify.sanitize(html, {
      USE_PROFILES: { html: true, mathMl: true },
      FORBID_TAGS: ['style', 'form', 'input'],
      FORBID_ATTR: ['id', 'name'],
    })
  known = clean
  return clean
}

/** Formatted text of people, always through DOMPurify. */
export function RichText({
  html,
  className,
}: {
  readonly html: string | null | undefined
  readonly className?: string
}): ReactNode {
  const [clean, setClean] = useState<{ readonly use: Clean } | undefined>(known && { use: known })
  // The cleaner comes in a chunk of its own; text without markup need not wait for it.
  useEffect(() => {
    if (!clean) void loadCleaner().then((use) => setClean({ use }))
  }, [clean])
  const text = html ?? ''
  const classes = `kp-rich-text ${className ?? ''}`
  if (!/[<&]/.test(text)) return <div className={classes}>{text}</div>
  if (!clean) return <div className={classes} aria-busy="true" />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify in this very line
  return <div className={classes} dangerouslySetInnerHTML={{ __html: clean.use(text) }} />
}
