/** A small XML text as a tree. Document types and entities of its own are refused: nothing is fetched and nothing grows. */
import { SaxesParser } from 'saxes'

export interface Element {
  /** Without prefix. */
  readonly name: string
  /** By their names without prefixes. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

export class WrongXml extends Error {}

const deepest = 60
const mostElements = 100_000

export function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  const parser = new SaxesParser({ xmlns: false })
  const refuse = (why: string) => {
    throw new WrongXml(why)
  }
  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('a document type is not allowed'))
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > mostElements || open.length > deepest) refuse('too much, or nested too deeply')
    const plain = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), String(value)])
    const element: Element = { name: withoutPrefix(name), attributes: Object.fromEntries(plain), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const add = (more: string) => {
    const element = open.at(-1)
    if (element) element.text += more
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(text).close()
  return root.children[0] ?? refuse('nothing in it')
}

export function childrenNamed(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function childNamed(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((found, name) => childrenNamed(found, name)[0], element)
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
