import { taskProgress } from '@kaopei/course/contract/codes'
import { learn } from '@kaopei/course/contract/learn'
import { learnPing, pingInput } from '@kaopei/course/contract/ping'
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { expect, test } from 'vitest'
import { DemoClient, type Transport } from './client.ts'
import { doTask } from './learning.ts'

const named = { course: '0190aaaa-0000-7000-8000-000000000001', task: '0190aaaa-0000-7000-8000-000000000002' }
const person = {
  ...{ id: '0190aaaa-0000-7000-8000-000000000003', name: '李工', loginAccount: 'ligong' },
  ...{ jobNumber: '1', phone: '', email: '', departmentPath: '' },
}
const task = {
  ...{ id: named.task, title: '安全标志', kind: 'courseware', coursewareType: coursewareType.package },
  ...{ isRequired: true, state: taskProgress.notBegun, percent: 0 },
} as const

test('whoever works through a package is reported in each of its parts, as by the player', async () => {
  const told: unknown[] = []
  const transport: Transport = async ({ url, payload }) => {
    if (url === learnPing.ping.facts.path)
      told.push(pingInput.pick({ pages: true, position: true }).parse(JSON.parse(payload ?? '')))
    const data = { session: named.task, pageCount: url.startsWith(learn.open.facts.path) ? 3 : 0 }
    return { status: 200, body: JSON.stringify({ code: 0, message: '', data }) }
  }
  const client = new DemoClient(transport, 'secret', () => new Date())
  await doTask({ now: new Date(), as: () => client }, person, named, task, 0.7)
  expect(told).toEqual([
    { pages: [[0, 90]], position: 1 },
    { pages: [[1, 90]], position: 2 },
  ])
})
