import { describe, expect, test } from 'vitest'
import { cleanMarkup, MarkupBudget, TooComplexMarkup } from './clean-markup.ts'

const rules = { allowedTags: ['p', 'i', 'b', 'span'], allowedAttributes: { span: ['style'] } }

/** How many tags were looked at before the markup was refused. */
function tagsUntilRefused(html: string): number {
  let tags = 0
  const counted = { ...rules, onOpenTag: () => void tags++ }
  expect(() => cleanMarkup(html, counted, new MarkupBudget(Number.POSITIVE_INFINITY))).toThrow(TooComplexMarkup)
  return tags
}

describe('markup that costs too much is refused before it is worked on', () => {
  test.each([
    ['tags that are never closed', '<i>'.repeat(63_000)],
    ['tags closed by other names', '<i></b>'.repeat(20_000)],
    ['closings that stand in values', '<i title="</i></i>">'.repeat(10_000)],
    ['closings that stand in comments', '<i><!--</i>-->'.repeat(10_000)],
    ['tags of no list', '<custom>'.repeat(20_000)],
    ['tags within what is swallowed', `<svg>${'<i>'.repeat(20_000)}`],
  ])('%s: as soon as they are too deep', (_, html) => {
    expect(tagsUntilRefused(html)).toBeLessThanOrEqual(200)
  })

  test.each([
    ['tags beside each other', '<b></b>'.repeat(20_000)],
    ['marks that are no tags', '<'.repeat(200_000)],
    ['entities', '&lt;'.repeat(50_000)],
    ['attributes', `<span ${Array.from({ length: 30_000 }, (_, at) => `a${at}=1`).join(' ')}>`],
  ])('%s: by counting them', (_, html) => {
    let tags = 0
    expect(() => cleanMarkup(html, { ...rules, onOpenTag: () => void tags++ })).toThrow(TooComplexMarkup)
    expect(tags).toBe(0)
  })

  test('a style like a book', () => {
    expect(tagsUntilRefused(`<span style="${'{'.repeat(5000)}">a</span>`)).toBe(0)
  })

  test('texts of one call share what may be spent', () => {
    const budget = new MarkupBudget(10)
    expect(cleanMarkup('<b>一</b>', rules, budget)).toBe('<b>一</b>')
    expect(() => cleanMarkup('<b>二</b>'.repeat(5), rules, budget)).toThrow(TooComplexMarkup)
  })
})

test('what people write is far below', () => {
  const lists = `<p>${'<b><i>'.repeat(40)}深${'</i></b>'.repeat(40)}</p>`
  expect(cleanMarkup(lists, rules)).toBe(lists)
  const essay = '<p>红灯停<b>绿灯</b>行 &amp; 让</p>'.repeat(1500)
  expect(cleanMarkup(essay, rules)).toBe(essay)
  expect(cleanMarkup('没有标记 "引号"', rules)).toBe('没有标记 "引号"')
  expect(cleanMarkup('<p>一<p>二<p>三', rules)).toBe('<p>一</p><p>二</p><p>三</p>')
})

test('many paragraphs that nobody closed are not deep', () => {
  expect(cleanMarkup('<p>段'.repeat(1000), rules)).toBe('<p>段</p>'.repeat(1000))
})
