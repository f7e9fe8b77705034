import { expect, test } from 'vitest'
import type { Measured, Timing } from '../../../contract/rehearsal/run.ts'
import { percentile, timingOf } from './timings.ts'
import { verdictOf } from './verdict.ts'

const timing = (count: number, p95: number, errors = 0): Timing => ({ count, errors, p50: p95 / 2, p95, p99: p95 * 2 })
const calls = { start: timing(3000, 900), save: timing(90_000, 180), heartbeat: timing(9000, 60), submit: timing(3000, 700) }
const measured: Measured = {
  ...{ calls, highestLoad: 3, loopMs: 40, poolMs: 20, databaseMs: 15, ownLoopMs: 30 },
  troubles: [],
}

test.each<[string, Partial<Measured>, string, string]>([
  ['all within what is asked', {}, '支持 3000 人同时开考，p95 保存 180 ms', '未见瓶颈'],
  [
    'saving is slow because the pool is empty',
    { calls: { ...calls, save: timing(90_000, 1240) }, poolMs: 900 },
    '暂不支持 3000 人同时开考：p95 保存答案 1240 ms（要求 500 ms 以内）',
    '数据库连接池：取得连接最长等待 900 ms',
  ],
  [
    'some never came through',
    { calls: { ...calls, submit: timing(2990, 700, 10) }, highestLoad: 9, loopMs: 450 },
    '暂不支持 3000 人同时开考：10 人未能完成交卷；服务器负载最高 9（要求 7 以内）',
    '服务进程的处理器：事件循环最长延迟 450 ms',
  ],
  [
    'one call in five hundred fails',
    { calls: { ...calls, save: timing(90_000, 180, 210) } },
    '暂不支持 3000 人同时开考：210 次请求出错（共 105210 次，允许 0.1%）',
    '未见瓶颈',
  ],
  ['slow at the database', { databaseMs: 300 }, '支持 3000 人同时开考，p95 保存 180 ms', '数据库：应答最长耗时 300 ms'],
  [
    'the rehearsing process is late itself',
    { ownLoopMs: 800 },
    '支持 3000 人同时开考，p95 保存 180 ms',
    '演练所在的后台进程先到瓶颈（延迟 800 ms），服务器的实际能力可能更高',
  ],
])('%s', (_, change, text, limit) => {
  const verdict = verdictOf(3000, { ...measured, ...change })
  expect({ text: verdict.text, limit: verdict.limit }).toEqual({ text, limit })
  expect(verdict.isEnough).toBe(text.startsWith('支持'))
})

test.each([
  [[], 0.95, 0],
  [[7], 0.5, 7],
  [[1, 2, 3, 4], 0.5, 2],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 99],
])('percentiles by nearest rank', (sorted, share, value) => expect(percentile(sorted, share)).toBe(value))

test('timings do not depend on the order of calls', () => {
  expect(timingOf([30, 10, 20], 1)).toEqual({ count: 3, errors: 1, p50: 20, p95: 30, p99: 30 })
})
