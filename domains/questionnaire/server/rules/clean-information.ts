/** The introduction of a questionnaire as it is kept: formatted text without pictures. */
import { cleanMarkup, type MarkupRules } from '@kaopei/server'

const blocks = ['div', 'section', 'article', 'tr', 'h1', 'h2']
const rules: MarkupRules = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'span', 'a', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noframes', 'noembed', 'object', 'embed', 'template'],
    ...['svg', 'math', 'title', 'xmp', 'plaintext', 'select', 'head'],
  ],
  transformTags: Object.fromEntries(blocks.map((tag) => [tag, 'p'])),
}

/** Throws TooComplexMarkup. */
export const cleanInformation = (html: string): string => cleanMarkup(html, rules)
