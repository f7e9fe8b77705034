import { beforeEach, expect, test, vi } from 'vitest'
import { session } from './session.ts'
import { startOrAsk } from './who-goes-on.tsx'

// jsdom has dialogs, but cannot show them.
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  this.open = true
}

const first = { token: 't1', signKey: 'k1', staffId: 's1', name: '甲' }
const second = { token: 't2', signKey: 'k2', staffId: 's2', name: '乙' }

beforeEach(() => session.clear())

function arrive(next: typeof first) {
  const ended: string[] = []
  const end = async ({ name = '' }: { name?: string }) => void ended.push(name)
  return { ended, answer: startOrAsk(next, { start: () => session.start(next), end }) }
}

async function press(name: string): Promise<void> {
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (!found) throw new Error(`no button ${name}`)
    return found
  })
  button.click()
}

test('nobody is signed in, or the same person: the link simply enters', async () => {
  expect(await arrive(first).answer).toBe(true)
  expect(await arrive({ ...first, token: 't3' }).answer).toBe(true)
  expect(session.get()?.token).toBe('t3')
})

test('somebody else is signed in: they go on unless they say otherwise, and the other session ends', async () => {
  session.start(first)
  const staying = arrive(second)
  await press('以 甲 的身份继续')
  expect(await staying.answer).toBe(false)
  expect([session.get()?.name, staying.ended]).toEqual(['甲', ['乙']])
  const switching = arrive(second)
  await press('切换为 乙')
  expect(await switching.answer).toBe(true)
  expect([session.get()?.name, switching.ended]).toEqual(['乙', ['甲']])
  expect(document.querySelector('dialog')).toBeNull()
})
