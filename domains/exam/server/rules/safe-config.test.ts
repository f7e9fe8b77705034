import { safeHash } from '@kaopei/sitting/server'
import { expect, test } from 'vitest'
import { safeConfigChoices } from '../../contract/safe-browser.ts'
import { configFor, configKeyOf, plistOf, sebJson } from './safe-config.ts'

// The worked example of the rules.
const example = {
  originatorVersion: 'SEB_Win_3.7',
  startURL: 'https://exam.example.com/candidate/',
  URLFilterRules: [{ expression: 'exam\\.example\\.com/*', action: 1 }],
  allowWlan: false,
  allowQuit: true,
  empty: {},
}
const key = '5c8788f18382d0b58eba9eacd6edcf5f521c9bb52fb69a9bb3c74855f68bae16'

test('the configuration key of the worked example, in whatever order it is written', () => {
  expect(configKeyOf(example)).toBe(key)
  expect(configKeyOf(Object.fromEntries(Object.entries(example).toReversed()))).toBe(key)
})

test('the header of the worked example; a fragment does not count', () => {
  const url = 'https://exam.example.com/api/v1/exam/sitting/start'
  const header = '343205e428c9328cc0d2182de18fbfec94bdf82b7c25851ed57be304c0462c07'
  expect(safeHash(url, key)).toBe(header)
  expect(safeHash(`${url}#top`, key)).toBe(header)
})

test('SEB-JSON: sorted without case, also inside lists, empty dictionaries dropped, nothing escaped', () => {
  const value = { b: [], A: [{ z: {}, Y: 'a"/\\b' }], c: 0.1, d: new Uint8Array([1, 2]), e: new Date('2026-11-22T01:00:00Z') }
  expect(sebJson(value)).toBe('{"A":[{"Y":"a"/\\b"}],"b":[],"c":0.1,"d":"AQI=","e":"2026-11-22T01:00:00.000Z"}')
})

test('the file is a property list, with its marks escaped', () => {
  const config = configFor('https://exam.example.com', safeConfigChoices.parse({ allowedUrls: ['help.example.com/a?b&c'] }), '')
  const file = plistOf(config)
  expect(file).toContain('<key>startURL</key>\n    <string>https://exam.example.com/candidate/</string>'.replaceAll('    ', '  '))
  expect(file).toContain('<string>help.example.com/a?b&amp;c</string>')
  expect(file).toContain('<key>sebConfigPurpose</key>\n  <integer>0</integer>')
  expect(file).not.toContain('hashedQuitPassword')
})
