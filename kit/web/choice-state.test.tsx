import { Select } from 'antd'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { choiceState } from './choice-state.tsx'
import { openScreen, type Screen } from './test-screen.tsx'

let screen: Screen
afterEach(() => screen.close())

function Choice() {
  const [error, setError] = useState<Error | null>(new Error('no answer'))
  return (
    <Select open aria-label="考场" {...choiceState({ error, isPending: false, refetch: () => setError(null) }, '没有考场')} />
  )
}

test('a choice whose options could not be read does not say that there are none, and reads them again', async () => {
  screen = await openScreen(<Choice />)
  await screen.until(() => screen.text().includes('加载失败'))
  expect(screen.text()).not.toContain('没有考场')
  await screen.click('重试')
  await screen.until(() => screen.text().includes('没有考场'))
})
