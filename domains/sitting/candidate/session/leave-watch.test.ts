import { expect, test } from 'vitest'
import type { Presence } from '../../contract/shapes.ts'
import { FakeClock } from '../outbox/world.ts'
import { LeaveWatch } from './leave-watch.ts'

const there: Presence = { visible: true, focused: true, fullScreen: true }

function watching() {
  const clock = new FakeClock()
  const seen: string[] = []
  let presence = there
  const watch = new LeaveWatch(
    { presence: () => presence, now: () => clock.now(), after: (ms, work) => clock.after(ms, work) },
    {
      signal: ({ visible, focused, dialog }, isAnnounced) =>
        seen.push(`${visible ? 'v' : '-'}${focused ? 'f' : '-'}${dialog ? ` ${dialog}` : ''}${isAnnounced ? '!' : ''}`),
      back: (ms) => seen.push(`${ms}`),
    },
  )
  const is = (change: Partial<Presence>) => {
    presence = { ...there, ...change }
    watch.look()
  }
  return { clock, seen, is }
}

test('every change is told once; the one that ends an absence of a second or more says how long it was', async () => {
  const { clock, seen, is } = watching()
  is({})
  is({})
  is({ focused: false })
  await clock.advance(20)
  is({ focused: false, visible: false })
  await clock.advance(1000)
  is({})
  await clock.advance(1000)
  is({ focused: false })
  await clock.advance(900)
  is({})
  expect(seen).toEqual(['vf', 'v-', '--', 'vf!', '1020', 'v-', 'vf'])
})

test('whoever stays away is announced after three seconds, and once more when no dialog is an excuse', async () => {
  const { clock, seen, is } = watching()
  is({})
  is({ focused: false, dialog: 'share' })
  await clock.advance(2900)
  expect(seen).toEqual(['vf', 'v- share'])
  await clock.advance(200)
  await clock.advance(58_000)
  expect(seen).toEqual(['vf', 'v- share', 'v- share!', 'v- share!'])
})
