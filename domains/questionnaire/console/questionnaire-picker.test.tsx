import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { questionnaire } from '../contract/questionnaire.ts'
import { QuestionnairePicker } from './parts.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const row = {
  ...{ id: 'q1', questionnaireId: 'q1', name: '培训反馈', status: 5, isAnonymous: true, audienceMode: 0, questionCount: 6 },
  ...{
    admissionStartTime: null,
    admissionEndTime: null,
    answeredCount: 0,
    receivedCount: 0,
    mayDelete: true,
    creatorName: null,
    version: 1,
  },
  ...{ createTime: '2026-11-22T00:00:00Z', updateTime: '2026-11-22T00:00:00Z' },
}

test('questionnaires that a task may lead to are picked by name', async () => {
  const onConfirm = vi.fn()
  const picker = <QuestionnairePicker open onClose={() => undefined} onConfirm={onConfirm} />
  screen = await openScreen(picker, '/x', [[questionnaire.list, { dataList: [row], totalCount: 1 }]])
  await screen.sees('培训反馈')
  expect(screen.sent.at(-1)?.body).toEqual({ pageIndex: 1, pageSize: 10, isForTasks: true })
  await act(async () => document.querySelector<HTMLElement>('[aria-label="选择培训反馈"]')?.click())
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0]).toMatchObject([{ kind: 'questionnaire', id: 'q1', name: '培训反馈' }])
})
