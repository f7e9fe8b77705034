import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test } from 'vitest'
import { platformLogWords } from '../contract/log-words.ts'
import { mostCounted, operationLog } from '../contract/operation-log.ts'
import OperationLogPage from './operation-log.list.tsx'
import { logWords } from './slots.ts'

const id = '01990000-0000-7000-8000-000000000001'
const row = {
  id,
  at: '2026-03-01T08:00:00.000Z',
  actorId: id,
  actorName: '王管理',
  impersonatorId: id,
  impersonatorName: '赵经理',
  action: 'update',
  operation: '修改题库',
  target: 'question-bank',
  targetId: id,
  targetName: '安全题库',
  source: 1,
  result: 1,
  ip: '10.1.2.3',
}
const changes = [
  { field: 'name', before: '"旧题库"', after: '"安全题库"' },
  { field: 'settings.isEnabled', before: 'true', after: null },
]
const detail = { ...row, names: {}, path: '/api/v1/x', reason: null, userAgent: 'Chrome', requestId: 'r1', changes }

logWords.fill([async () => platformLogWords])

let screen: Screen
afterEach(() => screen.close())
const open = async (query = '', totalCount = 1) => {
  screen = await openScreen(<OperationLogPage />, `/business/operationLog${query}`, [
    [operationLog.list, { dataList: [row], totalCount }],
    [operationLog.options, { operations: [{ value: '/api/v1/x', label: '修改题库' }] }],
    [operationLog.get, detail],
    [operationLog.export, { jobId: id }],
  ])
}

test('a row is opened into what changed, and the address keeps it open', async () => {
  await open()
  for (const text of ['操作日志', '王管理', '赵经理', '修改题库', '安全题库', '10.1.2.3', '成功', '服务端'])
    await screen.sees(text)
  await screen.click('详情')
  for (const text of ['日志详情', '变更前', '旧题库', 'settings · 是否启用', '是', 'Chrome']) await screen.sees(text)
  expect(screen.address()).toContain(`detail=${id}`)
})

test('the detail of an address is open at once', async () => {
  await open(`?detail=${id}`)
  await screen.sees('变更后')
})

test('the export asks for what the list shows', async () => {
  await open('?keyWords=%E9%A2%98%E5%BA%93&result=2&beginTime=2026-03-01&endTime=2026-03-31')
  await screen.sees('王管理')
  await screen.click('导出')
  const asked = screen.sent.find(({ path }) => path === operationLog.export.facts.path)
  expect(asked?.body).toEqual({ keyWords: '题库', result: 2, beginTime: '2026-03-01', endTime: '2026-03-31' })
})

test('a log that is longer than its list says where that ends and how to come to the rest', async () => {
  await open('', mostCounted)
  await screen.sees('只列出最近 100,000 条；更早的日志请用时间等条件查询，或导出全部')
  await screen.close()
  await open('', mostCounted - 1)
  await screen.sees('安全题库')
  expect(screen.text()).not.toContain('只列出最近')
})
