import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// Every pattern that meets what others wrote, against texts made to hold it up: its time must grow with the text, not with its square.

const root = join(import.meta.dirname, '../../..')
const length = 50_000
const mostMs = 50

/** What reads our own words alone: the product's database, its build, its tests. */
const ours = /\.test\.ts$|\/testing\/|kit\/server\/postgres\/|made-(?:files|s3-service)\.ts$|s3-xml\.ts$|-world\.ts$/

const folders = [
  'kit/contract',
  'kit/server',
  'kit/sheet',
  ...readdirSync(join(root, 'domains')).flatMap((room) => [`domains/${room}/contract`, `domains/${room}/server`]),
].filter((folder) => existsSync(join(root, folder)))

interface Found {
  readonly place: string
  readonly pattern: RegExp
}

function patternsOf(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = source.getLineAndCharacterOfPosition(node.pos).line + 1
      found.push({
        place: `${file}:${line} ${node.text}`,
        pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function allPatterns(): Found[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !ours.test(`${folder}/${name}`))
      .flatMap((name) => patternsOf(`${folder}/${name}`)),
  )
}

/** Only a pattern that repeats without a bound can be slow. */
const repeats = ({ source }: RegExp) => /[*+]|\{\d+,\}/.test(source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x'))

const pieces = [
  'a',
  'A',
  ' ',
  '\n',
  '0',
  '1',
  '<',
  '<a ',
  '<a href="',
  '<a href="x">',
  '<img src=',
  '<br ',
  '</p ',
  '{',
  '{{',
  '{{ ',
]
pieces.push(
  '(',
  '（',
  '[',
  '【',
  '"',
  "'",
  '\\',
  '&',
  '_',
  '-',
  '.',
  '/',
  ':',
  '：',
  ';',
  '@',
  '*',
  '千',
  '中',
  '0.',
  '1,',
  'ab',
  '﹏',
  '＿',
)

/** A pattern's own first words, and the pieces that it could begin with, again and again, and then something that it does not want. */
function hostileTexts({ source }: RegExp, size: number): string[] {
  const start = (/^\^?((?:\\[^sdwbpDSW]|[\w<{&"'/=#:])+)/.exec(source)?.[1] ?? '').replace(/\\(.)/g, '$1')
  const starts = start === '' ? [''] : ['', start]
  const all = start === '' ? pieces : [...pieces, start]
  return starts.flatMap((first) =>
    all.flatMap((piece) => ['', '!\u0001'].map((end) => first + piece.repeat(size / piece.length) + end)),
  )
}

function cpuMs(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The first text that holds the pattern up, short ones before long ones: on those a bad pattern would take minutes. */
function trouble({ place, pattern }: Found): string | undefined {
  for (const size of [26, 3000, 12_000, length]) {
    for (const text of hostileTexts(pattern, size)) {
      const most = (mostMs * size) / length
      if (cpuMs(pattern, text) > Math.max(most, 10) && cpuMs(pattern, text) > Math.max(most, 10))
        return `${place} on ${JSON.stringify(text.slice(0, 20))}…`
    }
  }
  return undefined
}

test('no text of a person can hold up a pattern', () => {
  const patterns = allPatterns()
  expect(patterns.length).toBeGreaterThan(100)
  expect(patterns.filter(({ pattern }) => repeats(pattern)).flatMap((found) => trouble(found) ?? [])).toEqual([])
})

test('this test finds patterns that can be held up', () => {
  for (const pattern of [/<[^>]*>/g, /^(\D+?)(?:\s*:\s*(\d+))?$/, /\{\{\s*([^{}]{0,60}?)\s*\}\}/g]) {
    expect(trouble({ place: 'here', pattern }), pattern.source).toBeDefined()
  }
})
