import type { Outbox } from '@kaopei/sitting/candidate'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type EvaluationSheet, evaluationLearn, type OpenedEvaluation } from '../contract/answering.ts'
import type { Report } from '../contract/report.ts'
import type { AnswerCalls } from './answer-calls.ts'
import { openAnswers } from './answers.ts'
import ResultPage from './result.page.tsx'
import { Sheet } from './sheet.tsx'

vi.setConfig({ testTimeout: 60_000 })
// jsdom has no dialogs that take the page.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= () => undefined

let screen: Screen | undefined
let outbox: Outbox | undefined
afterEach(() => {
  outbox?.stop()
  screen?.close()
})

const sheet: EvaluationSheet = {
  ...{ sittingId: 'sitting', serverTime: '2026-11-27T00:00:00Z', startedAt: '2026-11-27T00:00:00Z', due: null, nextSeq: 1 },
  lease: { epoch: 1, isMine: true, isSameBrowser: true },
  items: [1, 2, 3].map((slot) => ({
    ...{ slot, text: `题目 ${slot}`, options: ['从不', '有时', '总是'], option: null, rev: 0, savedAt: null },
  })),
}
const opened: OpenedEvaluation = {
  ...{ raterId: 'r', companyName: '', appointmentName: '', purpose: '', scaleName: '', kind: 1, information: '' },
  ...{ instructions: '', personName: '', role: 1, status: 1, state: 1, mayAnswer: true, mayLeave: true },
  ...{ startTime: null, endTime: null, limitMinutes: null, itemsAPage: 1, itemCount: 3, sheet },
  consent: { versionNumber: 1, purpose: '', readers: '', retentionMonths: 24 },
}
const never = () => new Promise<never>(() => undefined)
const calls: AnswerCalls = { begin: never, takeOver: never, save: never, submit: never, leave: never }

test('at one item a page arrow keys choose and stay, a pointer or a digit leads on, and digits behind a dialog are nobody’s answer', async () => {
  outbox = await openAnswers(sheet, calls, () => undefined)
  const page = <Sheet {...{ opened, sheet, outbox, calls }} due={null} onDone={() => undefined} />
  screen = await openScreen(page, '/', [])
  const fire = (target: EventTarget | null | undefined, event: Event) => act(async () => void target?.dispatchEvent(event))
  const radio = (place: number) => document.querySelectorAll<HTMLInputElement>('input[type=radio]')[place]
  const key = (target: EventTarget, name: string) => fire(target, new KeyboardEvent('keydown', { key: name, bubbles: true }))

  // An arrow key is heard by the radio, and the browser chooses the next one with a click.
  await key(radio(0) ?? document, 'ArrowDown')
  await act(async () => radio(1)?.click())
  expect([screen.text().includes('题目 1'), radio(1)?.checked]).toEqual([true, true])
  await fire(radio(2), new Event('pointerdown', { bubbles: true }))
  await act(async () => radio(2)?.click())
  await screen.sees('题目 2')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.open = true
  await key(document, '1')
  expect(screen.text()).toContain('已答 1 / 3')
  dialog.remove()
  await key(document, '1')
  await screen.sees('题目 3')
  expect(screen.text()).toContain('已答 2 / 3')
})

test('people see of their own report what the organiser sees: facets, behaviours, quality, and against whom', async () => {
  const part = { itemCount: 2, answeredCount: 2, min: 2, max: 10 }
  const report: Report = {
    ...{ scoringVersion: 2, scaleName: '管理量表', kind: 2, versionNumber: 1, information: '', source: '', personName: '某人' },
    ...{ departmentName: null, appointmentName: '测评', answeredAt: '2026-11-27T00:00:00Z', norm: null, totalCount: 4 },
    dimensions: [
      {
        ...{ ...part, id: 'a', name: '沟通', description: '', raw: 8, mean: 4, compared: null, band: null, selfMean: 3 },
        facets: [{ ...part, id: 'f', name: '倾听', raw: 7, mean: 3.5 }],
        groups: [
          { role: 3, n: 4, mean: 4 },
          { role: 4, n: 2, mean: null },
        ],
      },
    ],
    quality: [{ sign: 'missing', value: 0.256, limit: 0.2, isFlagged: true }],
    groups: [],
    items: [{ id: 'q', text: '听完再说', dimensionId: 'a', mean: 4.2, self: 3 }],
  }
  const own = {
    ...{ evaluationResultId: 'x', state: 0, report, issuedAt: '2026-11-27T00:00:00Z', keepUntil: '2028-11-27T00:00:00Z' },
    ...{ contestState: 0, contestText: null, contestAnswer: null },
  }
  screen = await openScreen(<ResultPage id="x" go={() => undefined} start={() => undefined} second="" />, '/', [
    [evaluationLearn.result, own],
  ])
  await screen.sees('沟通')
  for (const said of ['同级 4（4 人）', '下级不足 3 人', '倾听：原始分 7，均分 3.5', '听完再说：他评 4.2，自评 3', '没有常模'])
    expect(screen.text()).toContain(said)
  expect(screen.text()).toContain('缺答比例：0.26（界限 0.2），未作答的题目过多')
})
