import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { post, rank } from '../../contract/post.ts'
import { PostSelect, RankSelect } from './belonging-fields.tsx'

let screen: Screen
afterEach(() => screen.close())

const rankRow = (name: string) => ({ id: name, name, level: 1, descript: '', staffCount: 0, version: 1 })
const postRow = (name: string) => ({
  ...{ id: name, name, code: null, groupId: 'g', groupName: '技术', descript: '', sort: 1, staffCount: 0, version: 1 },
})

/** Of sixty one is listed; what is asked for by id stands beyond it. */
const listOf = <Row extends { id: string }>(rowOf: (name: string) => Row, chosen: Row | undefined) => {
  const own = chosen ? [chosen] : []
  return (body: { ids?: string[] }) =>
    body.ids ? { dataList: own, totalCount: own.length } : { dataList: [rowOf('甲')], totalCount: 60 }
}
const unfold = () =>
  act(async () => {
    document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })

test('a rank that stands beyond those listed is called by its name, not by its id', async () => {
  const chosen = { ...rankRow('chosen'), name: '助理级' }
  screen = await openScreen(<RankSelect label="职级" value="chosen" />, '/x', [[rank.list, listOf(rankRow, chosen)]])
  await screen.sees('助理级')
  expect(screen.text()).not.toContain('chosen')
})

test('posts say how many more there are than those listed; one beyond them has its name', async () => {
  const chosen = { ...postRow('chosen'), name: '架构师' }
  screen = await openScreen(<PostSelect label="岗位" value="chosen" />, '/x', [[post.list, listOf(postRow, chosen)]])
  await screen.sees('架构师（技术）')
  await unfold()
  await screen.sees('甲（技术）')
  await screen.sees('还有 59 个，请输入名称查找')
})

test('a post that is gone is called so, and one whose name is known is not asked for', async () => {
  const list = [[post.list, listOf(postRow, undefined)]] as const
  screen = await openScreen(<PostSelect label="岗位" value="gone" />, '/x', list)
  await screen.sees('已删除的岗位')
  screen.close()
  screen = await openScreen(<PostSelect label="岗位" value="known" names={{ known: '出纳' }} />, '/x', list)
  await screen.sees('出纳')
  expect(screen.sent.map(({ body }) => body)).toEqual([{ pageSize: 50 }])
})
