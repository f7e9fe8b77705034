import { expect, test } from 'vitest'
import { checkBrowser } from './device-check.ts'

const blink = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [`${blink} Chrome/130.0.0.0 Safari/537.36`, 'good', 'Chrome 130'],
  [`${blink} Chrome/130.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'good', 'Edge 131'],
  [`${blink} Chrome/86.0.0.0 Safari/537.36`, 'warn', 'Chrome 86 版本较低，请升级到 109 或更高版本'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'good', 'Firefox 128'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'good',
    'Safari 17',
  ],
  ['curl/8.0', 'warn', '未能识别，建议使用最新版 Chrome、Edge 或 Safari'],
])('%s', (userAgent, state, text) => expect(checkBrowser(userAgent)).toMatchObject({ state, text }))
