import { use } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type Screen } from './test-screen.tsx'
import { useAddress } from './use-address.ts'

let screen: Screen
afterEach(() => screen.close())

const never = new Promise<never>(() => undefined)

/** Another part of the page, which is long about a new address. */
function Slow() {
  return useLocation().search === '' ? '旧' : use(never)
}

function Chooser() {
  const [params, setParams] = useAddress()
  const choose = (name: string) => () =>
    setParams((before) => {
      before.set(name, '1')
      return before
    })
  return (
    <>
      <button type="button" onClick={choose('a')}>
        甲
      </button>
      <button type="button" onClick={choose('b')}>
        乙
      </button>
      现在：{String(params)}
    </>
  )
}

test('what is chosen next keeps what was chosen before, and shows it, while the page is still being drawn', async () => {
  screen = await openScreen(
    <>
      <Slow />
      <Chooser />
    </>,
    '/list',
  )
  await screen.click('甲')
  expect(screen.text()).toContain('旧')
  expect(screen.text()).toContain('现在：a=1')
  await screen.click('乙')
  expect(screen.address()).toBe('/list?a=1&b=1')
  expect(screen.text()).toContain('现在：a=1&b=1')
})
