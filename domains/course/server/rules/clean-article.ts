/** The text of an article or an introduction as it is kept: what the editor makes, own pictures, headings and lists, links out of the house. */
import { cut } from '@kaopei/contract'
import { cleanMarkup, type MarkupRules } from '@kaopei/server'

/** What `keepPicture` answers is the address as it is kept; undefined refuses the picture. */
type KeepPicture = (address: string) => string | undefined

const colour = [/^#[0-9a-f]{3}([0-9a-f]{3})?$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i]
const swallowed = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noframes', 'noembed', 'object', 'embed', 'template'],
  ...['svg', 'math', 'title', 'xmp', 'plaintext', 'select', 'head'],
]
const blocks = ['div', 'section', 'article', 'tr']

/** Throws TooComplexMarkup. */
export function cleanArticle(html: string, keepPicture: KeepPicture): { html: string; refusedPictures: number } {
  let refusedPictures = 0
  const rules: MarkupRules = {
    allowedTags: [
      ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'strike', 'span', 'code', 'pre', 'img', 'a'],
      ...['h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr'],
    ],
    allowedAttributes: { span: ['style'], img: ['src', 'alt', 'width', 'height'], a: ['href'] },
    allowedClasses: { code: [/^language-[a-z]{1,12}$/] },
    allowedStyles: { span: { color: colour } },
    nonTextTags: swallowed,
    transformTags: {
      ...Object.fromEntries(blocks.map((tag) => [tag, 'p'])),
      img: (_tag, { src = '', alt = '' }) => {
        const kept = keepPicture(src)
        if (kept === undefined) refusedPictures += 1
        return { tagName: 'img', attribs: { ...(kept && { src: kept }), ...(alt && { alt: cut(alt, 200) }) } }
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
  }
  return { html: cleanMarkup(html, rules), refusedPictures }
}
