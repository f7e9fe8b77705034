import { endpoint } from '@kaopei/contract'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
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

function Careful(): ReactNode {
  const asked = useCall(names, { kind: 'a' })
  return <Loaded of={asked}>{(data) => <p>有 {data.length} 个</p>}</Loaded>
}

async function open(element: ReactNode, ...answers: readonly Answer[]) {
  serve({ '/api/v1/group/names': answers })
  screen = await openScreen(element)
}
const broken: Answer = { code: 9999, message: '系统繁忙' }

test.each([<Careless key="one" />, <CarelessOfMany key="many" />])(
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

test('a failure that is drawn in its place is not told a second time', async () => {
  await open(<Careful />, broken, { data: ['甲'] })
  await screen.until(() => screen.text().includes('系统繁忙'))
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
