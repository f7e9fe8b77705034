import { expect, test, vi } from 'vitest'
import './patience.ts'

test('a wait outlasts a busy second, and one that says how long keeps to it', async () => {
  const begun = performance.now()
  const after = (ms: number) => () => expect(performance.now() - begun).toBeGreaterThan(ms)
  await vi.waitFor(after(1100))
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(1200)
  await expect(vi.waitFor(after(60_000), { timeout: 20, interval: 5 })).rejects.toThrow()
})
