import { expect, test } from 'vitest'
import { staysLast } from './stays-last.ts'

test.each([
  '以上都对',
  '以上均不是',
  '以上选项都正确',
  '上述说法均错误',
  '以上三项都是',
  '以上各项均正确。',
  '都不对',
  '全部正确',
])('%s speaks of the others', (text) => expect(staysLast(text)).toBe(true))

test.each(['以上海为中心的城市群', '全国人民代表大会', '都江堰', '对', '报警', '以上级单位的通知为准'])('%s does not', (text) =>
  expect(staysLast(text)).toBe(false),
)
