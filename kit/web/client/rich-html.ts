/**
 * Formatted text of people as a screen shows it, whatever was stored: words, their weight and colour, lists, tables, code, formulas and
 * pictures of our own. No style but a colour, no class but a language's, no address but a picture's and, where they are wanted, links.
 */
import type { Config, DOMPurify } from 'dompurify'

export type CleanHtml = (html: string) => string

const tags = [
  ...[
    'p',
    'br',
    'div',
    'span',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'strike',
    'sub',
    'sup',
    'code',
    'pre',
    'blockquote',
    'hr',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img'],
]
const attributes = ['src', 'alt', 'width', 'height', 'style', 'class', 'colspan', 'rowspan']
const linkAttributes = ['href', 'target', 'rel']
/** The place of a field in a stem. */
const placeAttribute = 'data-part'

const colour = /(?:^|;)\s*color:\s*(#[0-9a-f]{3}(?:[0-9a-f]{3})?|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\))\s*(?:;|$)/i
const language = /^language-[a-z]{1,12}$/
const ownPicture = /^\/files\/[\w.-]+$/
const openable = /^(?:https?:\/\/|mailto:|tel:)/i
const smallNumber = /^\d{1,4}$/

export interface Showing {
  /** Texts of authors may lead elsewhere, in a page of its own; what candidates write leads nowhere. */
  readonly hasLinks?: boolean
}

/** A cleaner made of DOMPurify, which the caller brings: it comes in a chunk of its own. */
export function richHtmlCleaner(purify: DOMPurify, { hasLinks = false }: Showing = {}): CleanHtml {
  const config: Config = {
    USE_PROFILES: { mathMl: true },
    ADD_TAGS: hasLinks ? [...tags, 'a'] : tags,
    ADD_ATTR: [...attributes, placeAttribute, ...(hasLinks ? linkAttributes : [])],
    FORBID_ATTR: ['id', 'name', 'tabindex', 'role'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }
  return (html) => {
    const body = purify.sanitize(html, { ...config, RETURN_DOM: true })
    if (!(body instanceof Element)) return ''
    for (const element of body.querySelectorAll('*')) confine(element)
    return body.innerHTML
  }
}

/** What an allow-list of names cannot say: which values. */
function confine(element: Element): void {
  const style = element.getAttribute('style')
  if (style !== null) {
    const value = element.tagName === 'SPAN' ? colour.exec(style)?.[1] : undefined
    set(element, 'style', value && `color: ${value}`)
  }
  for (const { name, value } of [...element.attributes]) if (!isFit(element, name, value)) element.removeAttribute(name)
  if (!element.hasAttribute('href')) return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
}

function isFit({ tagName }: Element, name: string, value: string): boolean {
  switch (name) {
    case 'class':
      return tagName === 'CODE' && language.test(value)
    case 'href':
      return tagName === 'A' && openable.test(value)
    case 'src':
      return tagName === 'IMG' && ownPicture.test(value)
    case 'width':
    case 'height':
      return tagName !== 'IMG' || smallNumber.test(value)
    case 'target':
    case 'rel':
      return false
    case placeAttribute:
      return tagName === 'SPAN'
    default:
      return !name.startsWith('xlink:')
  }
}

function set(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
