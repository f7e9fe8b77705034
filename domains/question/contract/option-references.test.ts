import { expect, test } from 'vitest'
import { keptInPlace } from './option-references.ts'

const choice = (options: readonly string[], stem = '<p>下列说法正确的是</p>') => ({
  stem,
  options: options.map((text, at) => ({ id: `o${at}`, html: `<p>${text}</p>`, fixed: false })),
})
const kept = (options: readonly string[], stem?: string) => keptInPlace(choice(options, stem)).length

test.each([
  'B和C都对',
  'A、B',
  'A,B,C',
  'A和B',
  'Ａ、Ｂ均正确',
  '仅A',
  '只有A和C',
  '选项B',
  'A选项和B选项',
  'ABC都对',
  'AB均错误',
  '前两项',
  '以上两项',
  '除A以外都对',
])('an option %s keeps all options in place', (text) => {
  expect(kept(['报警', '疏散', '灭火', text])).toBe(4)
})

test('one that speaks of those above stays last; before the end it holds all', () => {
  expect(keptInPlace(choice(['报警', '疏散', '以上都对']))).toEqual(['o2'])
  expect(keptInPlace(choice(['报警', '疏散', '以上三项都是']))).toEqual(['o2'])
  expect(kept(['报警', '以上都不对', '疏散'])).toBe(3)
})

test('a stem that names options by letter holds them too', () => {
  expect(kept(['甲', '乙', '丙'], '<p>关于选项B，说法正确的是</p>')).toBe(3)
})

test.each([
  'A型血',
  '维生素B',
  'AB 型',
  '18 岁以上',
  'TCP',
  'CPU 和内存',
  'DNS',
  '以上海为中心',
  'Z、Y',
  '全国',
  'B超',
  'A',
  'ABS 正确使用',
])('an option %s speaks of no other', (text) => expect(kept(['报警', '疏散', '灭火', text])).toBe(0))
