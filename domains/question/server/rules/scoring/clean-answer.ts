/**
 * The html of a short answer: paragraphs of words and paragraphs with a picture, which is all that the candidate's editor writes. Candidates
 * are the least trusted of writers, so nothing else gets in or out: no address but a picture's, no style, no class, no other tag.
 *
 * Read once from front to back and written anew: words are escaped, tags are our own, so whatever was read wrongly is harmless. The work
 * grows with the length alone, however deep the nesting; no answer is refused and its words stay.
 */
import { cut } from '@kaopei/contract'
import type { KeepPicture } from '../content/clean-html.ts'

/**
 * In turn: a comment, a declaration, a tag with its attributes (quoted values may hold `>`), words, a `<` that begins nothing. What is not
 * closed goes to the end, so that no piece is ever tried twice.
 */
const pieces =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>]+)*)(?:>|$)|[^<]+|</gi
const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)|'([^']*)|([^\s"'>]+)))?/g
const entity = /^&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/i
const longestEntity = 34
/** What is in them are no words of an answer. */
const swallowed = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'title', 'textarea', 'svg', 'math'])
/** Begin and end a line. */
const blocks = new Set([
  ...['p', 'div', 'li', 'ul', 'ol', 'tr', 'table', 'blockquote', 'section', 'article', 'pre'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

export function cleanAnswerHtml(html: string, keepPicture: KeepPicture): string {
  const sheet = new Sheet()
  let swallowing: string | undefined
  for (const [piece, slash = '', name = '', attributes = ''] of html.matchAll(pieces)) {
    const tag = name.toLowerCase()
    const isEnd = slash !== ''
    if (swallowing !== undefined) {
      if (isEnd && tag === swallowing) swallowing = undefined
    } else if (tag === '') {
      if (!/^<[!?]/.test(piece)) sheet.write(escaped(piece))
    } else if (tag === 'br') sheet.newLine()
    else if (tag === 'img') sheet.draw(picture(attributes, keepPicture))
    else if (blocks.has(tag)) isEnd ? sheet.close() : sheet.open()
    else if (!isEnd && swallowed.has(tag)) swallowing = tag
  }
  return sheet.end()
}

/** Lines are paragraphs, and so is each picture: the editor reads back what it finds in them. */
class Sheet {
  #html = ''
  #line: string | undefined

  open(): void {
    if (this.#line === '') return
    this.close()
    this.#line = ''
  }

  close(): void {
    if (this.#line !== undefined) this.#html += `<p>${this.#line}</p>`
    this.#line = undefined
  }

  newLine(): void {
    this.#line ??= ''
    this.close()
  }

  write(words: string): void {
    if (this.#line !== undefined) this.#line += words
    else if (words.trim() !== '') this.#line = words
  }

  draw(picture: string): void {
    if (picture === '') return
    if (this.#line !== '') this.close()
    this.#line = undefined
    this.#html += `<p>${picture}</p>`
  }

  end(): string {
    this.close()
    return this.#html
  }
}

function picture(attributes: string, keepPicture: KeepPicture): string {
  const given = new Map<string, string>()
  for (const [, name = '', double, single, bare] of attributes.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!given.has(key)) given.set(key, double ?? single ?? bare ?? '')
  }
  const src = keepPicture(given.get('src') ?? '')
  if (src === undefined) return ''
  const alt = escaped(cut(given.get('alt') ?? '', 200).toWellFormed()).replaceAll('"', '&quot;')
  return alt === '' ? `<img src="${src}">` : `<img src="${src}" alt="${alt}">`
}

function escaped(words: string): string {
  return words
    .replace(/&/g, (_ampersand, at: number) => (entity.test(words.slice(at, at + longestEntity)) ? '&' : '&amp;'))
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
