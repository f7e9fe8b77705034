import { expect, test } from 'vitest'
import { isContact, maskContacts, maskEmail, maskIdCard, maskPhone } from './contact-mask.ts'

test.each([
  ['13800138000', '138****8000'],
  ['请联系13800138000，或 013912345678', '请联系138****8000，或 0139****5678'],
  ['138 0013 8000 / 138-0013-8000', '138****8000 / 138****8000'],
  ['{"phone":"13800138000"}', '{"phone":"138****8000"}'],
  ['张三<Zhang.San+x@mail.example.com>', '张三<Z***@mail.example.com>'],
  ['身份证11010119900307123X。', '身份证110***********123X。'],
  ['110101199003071234', '110***********1234'],
  ['user_13800138000', 'user_138****8000'],
  // What only looks like one stays.
  ['1763798400000', '1763798400000'],
  ['订单 202611220013800138000', '订单 202611220013800138000'],
  ['0190a000-1380-7138-8001-a13800138000', '0190a000-1380-7138-8001-a13800138000'],
  ['@all 13 点', '@all 13 点'],
  ['', ''],
])('%s', (text, expected) => {
  expect(maskContacts(text)).toBe(expected)
})

test('a mask is masked once: again changes nothing', () => {
  const text = '13800138000 zhang@example.com 110101199003071234'
  expect(maskContacts(maskContacts(text))).toBe(maskContacts(text))
})

test('long texts without an end cost no more than reading them', () => {
  for (const piece of ['a', '1', 'a@', '1380013800', '-']) {
    const text = piece.repeat(200_000 / piece.length)
    expect(maskContacts(text).length).toBeGreaterThan(0)
  }
})

test('accounts that are a phone or an address are told from names', () => {
  expect(['13800138000', '013800138000', 'zhang@example.com', 'zhang@corp'].map(isContact)).toEqual([true, true, true, true])
  expect(['zhangsan', 'u13800138000', 'A13800138000号', '1380013', ''].map(isContact)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('short or odd ones are hidden whole', () => {
  expect([maskPhone('12345'), maskEmail('@x'), maskIdCard('123')]).toEqual(['****', '****', '****'])
})
