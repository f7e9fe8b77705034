import { cleanMarkup, TooComplexMarkup } from '@kaopei/server'

const allowed = [
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'del',
  'span',
  'a',
  'h1',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
]
const blocks = [...allowed, 'code', 'pre', 'hr', 'div']
const dangerous = new Set([
  ...[
    'script',
    'style',
    'iframe',
    'frame',
    'frameset',
    'object',
    'embed',
    'applet',
    'form',
    'input',
    'button',
    'textarea',
    'select',
  ],
  ...['svg', 'math', 'link', 'meta', 'base', 'template', 'noscript', 'audio', 'video', 'xmp', 'plaintext', 'title'],
])
const colour = [/^#[0-9a-f]{3}([0-9a-f]{3})?$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i]

export type CleanedMail = { readonly html: string } | { readonly problem: string }

/** A mail's markup as it is kept. What could run is refused with its name, so that nobody wonders where it went; other tags lose their clothes. */
export function cleanMail(html: string): CleanedMail {
  const found: string[] = []
  try {
    const cleaned = cleanMarkup(html, {
      allowedTags: blocks,
      allowedAttributes: { a: ['href'], span: ['style'] },
      allowedStyles: { span: { color: colour } },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowProtocolRelative: false,
      onOpenTag: (name, attribs) => {
        const problem = problemOf(name, attribs)
        if (problem !== undefined) found.push(problem)
      },
    })
    const [problem] = found
    return problem === undefined ? { html: cleaned } : { problem }
  } catch (error) {
    if (error instanceof TooComplexMarkup) return { problem: error.message }
    throw error
  }
}

function problemOf(name: string, attribs: Readonly<Record<string, string>>): string | undefined {
  if (dangerous.has(name)) return `邮件正文不能包含“<${name}>”，请删除后保存`
  if (name === 'img') return '邮件正文不能插入图片：收件人的邮箱打不开系统内的图片，请删除后保存'
  const handler = Object.keys(attribs).find((attribute) => /^on/i.test(attribute))
  if (handler !== undefined) return `邮件正文不能包含脚本（${handler}），请删除后保存`
  const href = attribs.href
  return href !== undefined && !isOpenable(href) ? '邮件中的链接只能以 http、https、mailto 或 tel 开头' : undefined
}

function isOpenable(href: string): boolean {
  // Control characters and spaces are dropped by browsers before they look at the scheme.
  const plain = [...href].filter((character) => character > ' ').join('')
  return /^(https?:\/\/|mailto:|tel:)/i.test(plain)
}
