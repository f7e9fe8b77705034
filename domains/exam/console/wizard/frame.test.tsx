import { openScreen, type Screen } from '@kaopei/web/testing'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ExamWizard } from './frame.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

function Wizard(): ReactNode {
  const navigate = useNavigate()
  return (
    <ExamWizard step={0} detail={undefined} save={async () => 'e1'}>
      <button type="button" onClick={() => void navigate(-1)}>
        浏览器后退
      </button>
    </ExamWizard>
  )
}

test('the way back from the second step leads to the exam that was saved, not to an empty form', async () => {
  screen = await openScreen(<Wizard />, '/createProcess/createStepOne', [])
  await screen.click('保存并下一步')
  await vi.waitFor(() => expect(screen.address()).toBe('/createProcess/createStepTwo?id=e1'))
  await screen.click('浏览器后退')
  await vi.waitFor(() => expect(screen.address()).toBe('/createProcess/createStepOne?id=e1'))
})
