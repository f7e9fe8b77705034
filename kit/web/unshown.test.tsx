import { endpoint } from '@kaopei/contract'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Show } from './candidate/show.tsx'
import { useLoad } from './candidate/use-load.ts'
import { call } from './client/call.ts'
import { session } from './client/session.ts'
import { type Answer, serve } from './client/test-server.ts'
import { queryClient, useCall, useCalls } from './query.ts'
import { Loaded } from './states.tsx'
import { openScreen, type Screen } from './test-screen.tsx'

const names = endpoint({
  path: '/api/v1/group/names',
  summary: '名称',
  access: 'signedIn',
  audit: 'read',
  input: z.object({ kind: z.string() }),
  output: z.array(z.string()),
})
const words = '部分内容加载失败，页面显示的可能不完整'
let screen: Screen

beforeEach(() => session.start({ token: 't', signKey: 'k', staffId: 's' }))
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Draws whatever came, and knows nothing of failures. */
function Careless(): ReactNode {
  const { data = [] } = useCall(names, { kind: 'a' })
  return <p>有 {data.length} 个</p>
}

function CarelessOfMany(): ReactNode {
  const all = useCalls(names, [{ kind: 'a' }])
  return <p>有 {all.flatMap(({ data = [] }) => data).length} 个</p>
}

const load = () => call(names, { kind: 'a' }, { silent: true })

function CarelessCandidate(): ReactNode {
  const { data = [] } = useLoad(load)
  return <p>有 {data.length} 个</p>
}

function Careful(): ReactNode {
  const asked = useCall(names, { kind: 'a' })
  return <Loaded of={asked}>{(data) => <p>有 {data.length} 个</p>}</Loaded>
}

function CarefulCandidate(): ReactNode {
  return <Show loaded={useLoad(load)}>{(data) => <p>有 {data.length} 个</p>}</Show>
}

async function open(element: ReactNode, ...answers: readonly Answer[]) {
  serve({ '/api/v1/group/names': answers })
  screen = await openScreen(element)
}
const broken: Answer = { code: 9999, message: '系统繁忙' }

test.each([<Careless key="one" />, <CarelessOfMany key="many" />, <CarelessCandidate key="load" />])(
  'a failure that nobody draws is told above the page, and what failed is read again',
  async (element) => {
    await open(element, broken, { data: ['甲', '乙'] })
    await screen.until(() => screen.text().includes(words))
    expect(screen.text()).toContain('有 0 个')
    await screen.click('重新加载')
    await screen.until(() => screen.text().includes('有 2 个'))
    expect(screen.text()).not.toContain(words)
  },
)

test.each([
  [<Careful key="call" />, '系统繁忙'],
  [<CarefulCandidate key="load" />, '系统繁忙'],
])('a failure that is drawn in its place is not told a second time', async (element, told) => {
  await open(element, broken, { data: ['甲'] })
  await screen.until(() => screen.text().includes(told))
  expect(screen.text()).not.toContain(words)
})

test('what may not be seen, or is gone, is an answer', async () => {
  await open(
    <>
      <Careless />
      <p>页面</p>
    </>,
    { code: 1002, message: '没有权限' },
  )
  await screen.until(() => queryClient.getQueryCache().getAll()[0]?.state.status === 'error')
  expect(screen.text()).not.toContain(words)
})

test('put away it stays away, until something else fails', async () => {
  await open(<Careless />, broken)
  await screen.until(() => screen.text().includes(words))
  await screen.click('知道了')
  expect(screen.text()).not.toContain(words)
  await queryClient.refetchQueries()
  await screen.until(() => screen.text().includes(words))
})

/** Held until the test lets it go. */
function held(answer: Answer) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { answer: { ...answer, after: promise }, letGo: () => act(async () => resolve()) }
}

test.each([<Careless key="call" />, <CarelessCandidate key="load" />])(
  'what is read again stays told until it is known, and a failure once more leaves the way to it',
  async (element) => {
    const second = held(broken)
    await open(element, broken, second.answer, { data: ['甲'] })
    await screen.until(() => screen.text().includes(words))
    await screen.click('重新加载')
    expect(screen.text()).toContain(words)
    expect(isBusy()).toBe(true)
    await second.letGo()
    await screen.until(() => !isBusy())
    await screen.click('重新加载')
    await screen.until(() => screen.text().includes('有 1 个'))
    expect(screen.text()).not.toContain(words)
  },
)

const isBusy = () => document.querySelector('.kp-unshown [disabled], .kp-unshown .ant-btn-loading') !== null

function Polled(): ReactNode {
  const { data = [] } = useCall(names, { kind: 'a' }, { refetchInterval: 20 })
  return <p>有 {data.length} 个</p>
}

test('while a read that repeats itself goes on failing the bar neither goes nor comes back', async () => {
  const looks = new Set<boolean>()
  const seen = serve({ '/api/v1/group/names': broken })
  screen = await openScreen(<Polled />)
  await screen.until(() => screen.text().includes(words))
  const watcher = new MutationObserver(() => looks.add(screen.text().includes(words)))
  watcher.observe(document.body, { childList: true, subtree: true })
  const asked = seen.length
  await screen.until(() => looks.add(screen.text().includes(words)) && seen.length > asked + 3)
  expect([...looks]).toEqual([true])
  await screen.click('知道了')
  looks.clear()
  const later = seen.length
  await screen.until(() => looks.add(screen.text().includes(words)) && seen.length > later + 3)
  watcher.disconnect()
  expect([...looks]).toEqual([false])
})
