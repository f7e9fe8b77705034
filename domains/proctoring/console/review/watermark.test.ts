import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  vi.resetModules()
})

test('the mark across recordings says when by the company’s clocks, wherever the browser stands', async () => {
  const company = { name: '公司', domain: 'demo', timeZone: 'Asia/Shanghai' }
  localStorage.setItem('kaopei.company', JSON.stringify({ platformTitle: '考培', company }))
  const { viewerText } = await import('./watermark.tsx')
  vi.useFakeTimers({ now: new Date('2026-11-22T01:02:03.000Z') })
  expect(viewerText()).toBe('2026-11-22 09:02:03')
})
