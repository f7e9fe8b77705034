import { expect, test } from 'vitest'
import { type PracticeDraft, publishChecks } from './publish-checks.ts'

const now = new Date('2026-03-01T00:00:00Z')
const slot = { type: 1, isReady: true, needsMarker: false }
const draft: PracticeDraft = {
  startAt: null,
  endAt: null,
  paper: { slots: [slot], rules: [], violations: [] },
  sourceCount: 0,
  openSourceCount: 0,
  runningCount: 0,
  hasPeople: true,
}

test.each<[string, Partial<PracticeDraft>, string[]]>([
  ['nothing is wrong', {}, []],
  ['exams alone', { paper: { slots: [], rules: [], violations: [] }, sourceCount: 1 }, []],
  ['no questions', { paper: { slots: [], rules: [], violations: [] } }, ['blocking noQuestions']],
  ['it would be over', { endAt: now }, ['blocking endPassed']],
  ['a question is not ready', { paper: { ...draft.paper, slots: [{ ...slot, isReady: false }] } }, ['blocking unready']],
  ['rules cannot be met', { paper: { ...draft.paper, violations: [{ message: '缺 2 题' }] } }, ['blocking draw']],
  ['programs', { paper: { ...draft.paper, slots: [{ ...slot, type: 5 }] } }, ['blocking programming']],
  [
    'rules that may draw programs',
    { paper: { ...draft.paper, rules: [{ needsMarker: false, mayBeProgramming: true }] } },
    ['blocking programming'],
  ],
  ['an exam goes on', { sourceCount: 1, openSourceCount: 1 }, ['blocking openExam']],
  ['exams use a question', { runningCount: 2 }, ['warning running']],
  ['nobody may practise', { hasPeople: false }, ['warning noPeople']],
  ['short answers', { paper: { ...draft.paper, slots: [{ ...slot, needsMarker: true }] } }, ['warning ownJudged']],
])('%s', (_, changed, expected) => {
  expect(publishChecks({ ...draft, ...changed }, now).map(({ level, code }) => `${level} ${code}`)).toEqual(expected)
})
