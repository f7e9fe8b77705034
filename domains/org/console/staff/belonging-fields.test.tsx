import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { rank } from '../../contract/post.ts'
import { RankSelect } from './belonging-fields.tsx'

let screen: Screen
afterEach(() => screen.close())

const row = (name: string) => ({ id: name, name, level: 1, descript: '', staffCount: 0, version: 1 })

test('a rank that stands beyond those listed is called by its name, not by its id', async () => {
  const list = (body: { ids?: string[] }) =>
    body.ids ? { dataList: [{ ...row('chosen'), name: '助理级' }], totalCount: 1 } : { dataList: [row('P9')], totalCount: 60 }
  screen = await openScreen(<RankSelect label="职级" value="chosen" />, '/x', [[rank.list, list]])
  await screen.sees('助理级')
  expect(screen.text()).not.toContain('chosen')
})
