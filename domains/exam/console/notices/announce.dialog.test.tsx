import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { examRooms } from '../../contract/exam-rooms.ts'
import { AnnounceDialog } from './announce.dialog.tsx'

let screen: Screen
afterEach(() => screen.close())

const nobody = () => undefined
const found = { dataList: [{ staffId: 'a', name: '学员一', department: '研发部' }], totalCount: 300 }

test('of many candidates the choice says how many more there are', async () => {
  screen = await openScreen(<AnnounceDialog examId="e" rooms={[]} onClose={nobody} onSaved={nobody} />, '/', [
    [examRooms.list, found],
  ])
  await screen.sees('公告对象')
  await act(async () => document.querySelector<HTMLElement>('input[type=radio][value=people]')?.click())
  await screen.sees('输入姓名、工号查找')
  await act(async () => {
    document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })
  await screen.sees('学员一（研发部）')
  expect(screen.text()).toContain('还有 299 个，请输入姓名、工号查找')
})
