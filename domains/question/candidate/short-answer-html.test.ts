import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank } from '../contract/answer.ts'
import { answerOfShort, shortAnswerOf, withoutExpiry } from './short-answer-html.ts'

test('without pictures it stays plain text, whatever is written', () => {
  const text = '<b>1 < 2</b> &amp; "x"\n  缩进'
  expect(answerOfShort({ text, pictures: [] })).toEqual({ type: 6, format: 'text', text })
})

test('text and pictures come back as they were', () => {
  const line = fc.string({ unit: fc.constantFrom('甲', ' ', '\n', '<', '&', '"', "'", 'a', '&lt;', '</p>') })
  const picture = fc.constantFrom('/files/a', '/files/b?x=1&y=2', 'blob:1')
  fc.assert(
    fc.property(line, fc.array(picture, { minLength: 1, maxLength: 4 }), (text, pictures) => {
      expect(shortAnswerOf(answerOfShort({ text, pictures }))).toEqual({ text, pictures })
    }),
  )
})

test('a picture alone is an answer', () => {
  expect(isBlank(answerOfShort({ text: '', pictures: ['/files/a'] }))).toBe(false)
  expect(isBlank(answerOfShort({ text: '', pictures: [] }))).toBe(true)
})

test('two addresses of one file are one picture', () => {
  const file = '0'.repeat(32) + 'a'.repeat(32)
  const address = (until: string, mac: string) => `<img src="/files/${file}${until}-${mac.repeat(43)}">`
  expect(withoutExpiry(address('t1abcd', 'x'))).toBe(withoutExpiry(address('t1zzzz', 'y')))
  expect(withoutExpiry(address('t1abcd', 'x'))).not.toBe(withoutExpiry(address('t1abcd', 'x').replace('aaa', 'bbb')))
})
