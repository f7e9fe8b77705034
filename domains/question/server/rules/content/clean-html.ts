/**
 * Rich text as it is kept: bold, italic, underline, strike, colour, pictures and code, nothing else. Everything is cut by an allow-list on
 * writing; the screens cut it once more on showing.
 */
import { cut } from '@kaopei/contract'
import { cleanMarkup, type MarkupBudget, type MarkupRules } from '@kaopei/server'

/** What `keepPicture` answers is the address as it is kept; undefined refuses the picture. */
export type KeepPicture = (address: string) => string | undefined

export type CleanedHtml = { html: string; refusedPictures: number }

const colour = [/^#[0-9a-f]{3}([0-9a-f]{3})?$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i]
/** Their words would be markup of another language, so they go with the tag. */
const swallowed = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noframes', 'noembed', 'object', 'embed', 'template'],
  ...['svg', 'math', 'title', 'xmp', 'plaintext', 'select', 'head'],
]
const lines = ['div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'section', 'article']

/** Throws TooComplexMarkup; `budget` is shared by the texts of one question. */
export function cleanHtml(html: string, keepPicture: KeepPicture, budget?: MarkupBudget): CleanedHtml {
  let refusedPictures = 0
  const rules: MarkupRules = {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'strike', 'span', 'code', 'pre', 'img'],
    allowedAttributes: { span: ['style'], img: ['src', 'alt', 'width', 'height'] },
    allowedClasses: { code: [/^language-[a-z]{1,12}$/] },
    allowedStyles: { span: { color: colour } },
    nonTextTags: swallowed,
    transformTags: {
      ...Object.fromEntries(lines.map((tag) => [tag, 'p'])),
      img: (_tag, { src = '', alt = '', width = '', height = '' }) => {
        const kept = keepPicture(src)
        if (kept === undefined) refusedPictures += 1
        const attribs = { ...(kept && { src: kept }), ...(alt && { alt: cut(alt, 200) }), ...size({ width, height }) }
        return { tagName: 'img', attribs }
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    // The addresses of pictures are decided by keepPicture; no tag left has another.
    allowedSchemes: [],
    allowProtocolRelative: false,
  }
  return { html: cleanMarkup(html, rules, budget), refusedPictures }
}

function size(given: { width: string; height: string }): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => /^\d{1,4}$/.test(value)))
}

/** Plain text as rich text: nothing in it is markup, its lines stay lines. */
export function htmlOfText(text: string): string {
  if (!/[<>&"\r\n]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\r\n?|\n/g, '<br>')
}
