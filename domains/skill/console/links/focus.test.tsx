import { openScreen, type Screen } from '@kaopei/web/testing'
import { act, type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { skillLink } from '../../contract/link.ts'
import LinkedTeaching from './linked-teaching.tsx'
import PointSkills from './point-skills.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const id = '0190aaaa-0000-7000-8000-000000000001'
/** Neither is there any more: what is drawn while they are asked for stays. */
const answers = [
  [skillLink.points, { dataList: [], totalCount: 0 }],
  [skillLink.teachings, { dataList: [], totalCount: 0 }],
] as const

function OpensTeaching(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        对应技能
      </button>
      {isOpen && <LinkedTeaching open kind="course" targetId={id} onClose={() => setOpen(false)} />}
    </>
  )
}

test.each([
  ['a knowledge point', <PointSkills key="point" point={{ id, name: '动火' }} />],
  ['a course', <OpensTeaching key="course" />],
])('whoever closes what is linked to %s stands where they were', async (_what, page) => {
  screen = await openScreen(page, '/', answers)
  const opener = document.querySelector('button')
  opener?.focus()
  await screen.click('对应技能')
  await screen.sees('已不存在，请刷新页面')
  const closer = document.querySelector<HTMLElement>('.ant-drawer-close')
  // The focus goes into the drawer, as a browser has it.
  await act(async () => closer?.focus())
  await act(async () => closer?.click())
  expect(document.activeElement).toBe(opener)
})
