import type { Endpoint } from '@kaopei/contract'
import { openScreen, type Screen } from '@kaopei/web/testing'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { examPolicies } from '../contract/candidate-policy.ts'
import { captureConsents } from '../contract/capture-consent.ts'
import { examOverrides, overrideTarget } from '../contract/exam-overrides.ts'
import { ConsentList } from './people/consent.list.tsx'
import { PolicyList } from './policies/policy.list.tsx'
import { OverrideList } from './times/override.list.tsx'

const examId = '0192d3a4-0000-7000-8000-000000000001'
let screen: Screen
afterEach(() => screen.close())

/** Of whoever looks (`staff`, see openScreen) and of somebody else. */
const both = (row: object) => ({
  dataList: ['staff', 'other'].map((staffId) => ({ ...row, staffId, targetId: staffId, name: staffId })),
  totalCount: 2,
})
const changed = {
  reason: '医院证明',
  changedByName: '管理员',
  changedTime: '2026-12-01T01:00:00Z',
  changedAt: '2026-12-01T01:00:00Z',
}
const consent = { department: null, consents: [{ kind: 1, state: 2, decidedAt: null }] }
const policy = {
  ...{ department: null, isWithoutCamera: true, isScreenReader: false, fontPercent: 100, timerMinutes: [] },
  ...{ breakCount: 0, breakMinutes: 0, ...changed },
}
const override = {
  ...{ kind: overrideTarget.person, department: null, candidateCount: null, openAt: null, closeAt: null, neverCloses: false },
  ...{ limitMinutes: 60, attemptsAllowed: null, extraPercent: null, extraMinutes: null, ...changed },
}
const lists: readonly [string, { page: ReactNode; endpoint: Endpoint; row: object; act: string; words: string }][] = [
  [
    '监考授权',
    { page: <ConsentList examId={examId} />, endpoint: captureConsents.list, row: consent, act: '豁免', words: '豁免' },
  ],
  [
    '特殊安排',
    {
      page: <PolicyList examId={examId} isCancelled={false} />,
      endpoint: examPolicies.list,
      row: policy,
      act: '修改',
      words: '设置',
    },
  ],
  [
    '时间调整',
    { page: <OverrideList examId={examId} />, endpoint: examOverrides.list, row: override, act: '修改', words: '设置' },
  ],
]

test.each(lists)('nobody is offered to decide on their own case: %s', async (_name, { page, endpoint, row, act, words }) => {
  screen = await openScreen(page, '/x', [[endpoint, both(row)]])
  await screen.sees(`本人，由他人${words}`)
  const offered = [...document.querySelectorAll('tr')].filter((line) =>
    [...line.querySelectorAll('button')].some(({ textContent }) => textContent?.replace(' ', '') === act),
  )
  expect(offered.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('other')])
})
