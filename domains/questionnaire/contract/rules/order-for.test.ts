import { expect, test } from 'vitest'
import { asked, choose, single } from './made.ts'
import { orderFor } from './order-for.ts'
import { pipedText } from './piping.ts'

const items = [...'abcdefgh'].map((id) => ({ id, isFixed: id === 'd' || id === 'h' }))

test('random order is the same for a sheet, leaves fixed ones in place and loses nobody', () => {
  const orders = Array.from({ length: 200 }, (_, seed) => orderFor(items, String(seed), 'q').map(({ id }) => id))
  expect(orderFor(items, '7', 'q').map(({ id }) => id)).toEqual(orders[7])
  for (const order of orders) {
    expect([order[3], order[7]]).toEqual(['d', 'h'])
    expect(order.toSorted().join('')).toBe('abcdefgh')
  }
  const firsts = Map.groupBy(orders, ([first]) => first)
  expect(firsts.size).toBe(6)
  for (const group of firsts.values()) expect(group.length).toBeGreaterThan(12)
})

test('an earlier answer stands in a later text as words, never as markup of its own', () => {
  const definition = asked(single('a'), { id: 't', kind: 'text', title: '为什么' })
  expect(pipedText('为什么选{{a}}？', definition, { a: choose('b') })).toBe('为什么选选项 b？')
  expect(pipedText('{{t}} {{a}} {{x}}', definition, { t: '{{a}}' })).toBe('{{a}} …… ……')
})
