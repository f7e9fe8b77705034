import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { definition } from '../../contract/definition.ts'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import { type Figure, questionnaireResults } from '../../contract/results.ts'
import { asked, single } from '../../contract/rules/made.ts'
import { FigureCard } from './figure-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import Texts from './texts.tsx'
import { Totals } from './totals.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const detailOf = (isAnonymous: boolean): QuestionnaireDetail => ({
  ...{ id: 'q1', questionnaireId: 'q1', version: 3, status: 6, name: '培训反馈', information: '', isAnonymous, isOfScope: false },
  ...{
    admissionStartTime: null,
    admissionEndTime: null,
    audienceMode: 0,
    isChangeable: false,
    instructorId: null,
    instructorName: null,
  },
  definition: definition.parse(asked(single('a', 'ab'), { id: 'd', kind: 'date', title: '希望的日期' })),
  ...{
    quesQuestionCreateReqDTOS: [],
    pictureUrls: {},
    quotaCounts: {},
    answeredCount: 8,
    receivedCount: 8,
    mayDelete: false,
    waitingCount: 0,
  },
  ...{ unopenedCount: 0, leavesSealed: false, creatorName: null, createTime: '2026-11-22T00:00:00Z' },
  ...{ updateTime: '2026-11-22T00:00:00Z', publishTime: null, closeTime: null },
})

const figure: Figure = {
  ...{ elementId: 'd', kind: 'date', title: '希望的日期', seenCount: 8, answeredCount: 8, isHidden: false },
  ...{ cells: [], measure: null, nps: null, rows: [], places: [] },
}

for (const isAnonymous of [true, false])
  test(`${isAnonymous ? 'an anonymous' : 'a named'} one offers the filters that it takes, and leads to its dates`, async () => {
    const detail = detailOf(isAnonymous)
    const totals = { sheetCount: 8, screenedOutCount: 0, answeredCount: 8, receivedCount: 8, waitingCount: 0, unopenedCount: 0 }
    screen = await openScreen(
      <>
        <Totals {...totals} {...{ isAnonymous, mayFilter: true }} invitedCount={isAnonymous ? null : 10} />
        <FilterBar detail={detail} filter={{}} mayFilter onChange={() => undefined} />
        <FigureCard figure={figure} number={2} questionnaireId="q1" hasTexts />
        <Texts detail={detail} />
      </>,
      '/x?id=q1',
      [[questionnaireResults.texts, { dataList: [{ key: 'k', text: '2027-03-01', staffName: null }], totalCount: 1 }]],
    )
    await screen.sees('2027-03-01')
    const has = (words: string) => document.body.innerHTML.includes(words)
    expect([has('提交日期从'), has('关键字'), has('回收率')]).toEqual(Array(3).fill(!isAnonymous))
    expect([has('查看日期'), has('80%'), has('单份答卷')]).toEqual([true, !isAnonymous, false])
  })
