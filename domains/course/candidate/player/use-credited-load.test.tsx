import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { creditCount } from './kept-reports.ts'
import { useCreditedLoad } from './use-credited-load.ts'

let screen: Screen
afterEach(() => screen.close())

const asked: PromiseWithResolvers<string>[] = []
const read = () => {
  const answer = Promise.withResolvers<string>()
  asked.push(answer)
  return answer.promise
}

function Page() {
  return <p>{useCreditedLoad(read).data ?? '加载中'}</p>
}

test('what is credited while a page is on its way, and later, is asked for again', async () => {
  screen = await openScreen(<Page />, '/', [])
  expect(asked).toHaveLength(1)
  await act(async () => creditCount.set(creditCount.get() + 1))
  expect(asked).toHaveLength(2)
  await act(async () => {
    asked[0]?.resolve('旧')
    asked[1]?.resolve('新')
  })
  expect(screen.text()).toBe('新')
  await act(async () => creditCount.set(creditCount.get() + 1))
  expect(asked).toHaveLength(3)
})
