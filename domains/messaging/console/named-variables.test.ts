import { expect, test } from 'vitest'
import { messageKeys, variablesOf } from '../contract/template-catalogue.ts'
import { named, stored } from './named-variables.ts'

test('people read and write variables by the names on the buttons', () => {
  expect(named('<p>{{staffName}}，请用 {{ inviteLink }}</p>', 'staffInvite')).toBe('<p>{{收件人姓名}}，请用 {{邀请链接}}</p>')
  expect(stored('{{收件人姓名}}，请用 {{ 邀请链接 }}', 'staffInvite')).toBe('{{staffName}}，请用 {{inviteLink}}')
})

test('a name that no variable has stays, to be found by the check; so do words while they are typed', () => {
  for (const words of ['{{收件人名}}', '{{constructor}}', '{{收件人', '}}', '{{}}', '浙教办〔2026〕5号'])
    expect([named(words, 'staffInvite'), stored(words, 'staffInvite')]).toEqual([words, words])
})

test.each(messageKeys)('%s: no two variables share a name, so nothing is lost on the way', (key) => {
  const all = Object.keys(variablesOf(key))
    .map((name) => `{{${name}}}`)
    .join(' ')
  expect(stored(named(all, key), key)).toBe(all)
})
