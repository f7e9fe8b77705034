import { forgetWayBack, rememberWayBack } from '@kaopei/web/candidate'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { type OpenedQuestionnaire, questionnaireLearn } from '../contract/learn.ts'
import { asked, single } from '../contract/rules/made.ts'
import AnswerPage from './answer.page.tsx'
import { forgetSheet, keepSheet, newSheet, ownKey } from './kept/sheets.ts'

vi.setConfig({ testTimeout: 60_000 })

const id = '0190aaaa-0000-7000-8000-000000000001'
const key = ownKey('staff', id)
const visited: string[] = []
let screen: Screen
afterEach(async () => {
  screen.close()
  visited.length = 0
  forgetWayBack('/learn')
  await forgetSheet(key)
})

const opened: OpenedQuestionnaire = {
  ...{ questionnaireId: id, name: '满意度', information: '', isAnonymous: true, isChangeable: false, status: 5, state: 0 },
  ...{ admissionStartTime: null, admissionEndTime: null, mayAnswer: true, definition: asked(single('a')), pictureUrls: {} },
  ...{ person: { department: [], post: [], label: [], entry: [] }, answers: {}, partialVersion: 0, seed: '' },
}
const open = async (changes: Partial<OpenedQuestionnaire> = {}) => {
  const page = <AnswerPage id={id} second="" go={(path) => void visited.push(path)} start={() => undefined} />
  screen = await openScreen(page, '/', [[questionnaireLearn.open, { ...opened, ...changes }]])
}

test('an anonymous questionnaire is not filled in a second time for nothing', async () => {
  await open()
  await screen.sees('这是匿名问卷')
  screen.close()
  await open({ state: 2 })
  await screen.sees('您已参与这份匿名问卷')
  expect(screen.text()).not.toContain('题 a')
})

test('whoever got the ticket in this browser goes on there', async () => {
  await keepSheet(key, { ...newSheet({ a: { choices: ['a'] } }), hasTicket: true })
  await open({ state: 2 })
  await screen.sees('题 a')
  screen.close()
  await keepSheet(key, { ...newSheet(), isOnItsWay: true, hasTicket: true })
  await open({ state: 2, mayAnswer: false })
  await screen.sees('重新提交')
})

test('from the end a button leads back to the course that led here', async () => {
  rememberWayBack('/learn/c1')
  await open({ state: 2 })
  await screen.sees('返回课程')
  await screen.click('返回课程')
  expect(visited).toEqual(['/learn/c1'])
})
