/** Exams for the journeys of sitting, and what the server has of them in the end. */

import type { InputOf, OutputOf } from '@kaopei/contract'
import { exam, type exam as examCalls } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { staff } from '@kaopei/org/contract/staff'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule, type QuestionContent } from '@kaopei/question/contract/content'
import { question } from '@kaopei/question/contract/question'
import { results } from '@kaopei/result/contract/results'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { accountOf } from '../people.ts'
import { administrator } from './api.ts'

export interface OpenExam {
  readonly admin: DemoClient
  readonly examId: string
  readonly name: string
  /** The candidate's id in the company. */
  readonly staffId: string
}

type Settings = Omit<InputOf<typeof examCalls.save>, 'name' | 'questions' | 'id'>

const options = ['甲', '乙', '丙', '丁'].map((html, index) => ({ id: `o${index + 1}`, html, fixed: false }))

/** Four choices, one blank to fill and one short answer; the right choice is always the first. */
export function usualQuestions(stamp: string): QuestionContent[] {
  const choices = [1, 2, 3, 4].map(
    (number): QuestionContent => ({ type: 1, stem: `单选 ${number} ${stamp}`, options, correct: 'o1', analysis: '' }),
  )
  return [
    ...choices,
    {
      type: 4,
      stem: `首都是{{b1}} ${stamp}`,
      blanks: [{ id: 'b1', match: 'exact', alternatives: [{ text: '北京', weight: 1 }] }],
      unorderedGroups: [],
      analysis: '',
    },
    { type: 6, stem: `简述经过 ${stamp}`, keyPoints: [], referenceAnswer: '略', analysis: '' },
  ]
}

/** Published and open, for one candidate of the demo. */
export async function openExam(
  label: string,
  candidate: number,
  {
    settings = {},
    contents,
    admin: given,
  }: { settings?: Settings; contents?: (stamp: string) => QuestionContent[]; admin?: DemoClient } = {},
): Promise<OpenExam> {
  const admin = given ?? (await administrator())
  const stamp = `${Date.now().toString().slice(-9)}${candidate}`
  const name = `${label} ${stamp}`
  const { id: bankId } = await admin.call(bank.create, { name: `${label}题库 ${stamp}` })
  const questions: { questionType: 1; questionId: string; score: number }[] = []
  for (const content of (contents ?? usualQuestions)(stamp)) {
    const rule = defaultScoringRule(content.type)
    const made = { bankId, content, rule, difficulty: 2, defaultScore: 10, status: 1, isDuplicateAllowed: true } as const
    const { id } = await admin.call(question.create, made)
    questions.push({ questionType: 1, questionId: id, score: 10 })
  }
  const staffId = await staffIdOf(admin, accountOf('考生', candidate).account)
  const reviewer = await staffIdOf(admin, accountOf('阅卷老师').account)
  const saved = await admin.call(exam.save, {
    admissionStartTime: new Date(Date.now() - 60_000).toISOString(),
    admissionEndTime: new Date(Date.now() + 7_200_000).toISOString(),
    duration: 60,
    passScore: 20,
    permitViewDetail: true,
    ...settings,
    name,
    questions,
    reviewStaffIds: [reviewer],
  })
  await admin.call(examPeople.add, { examinationId: saved.id, staffIds: [staffId] })
  const { version } = await admin.call(exam.checkPublish, { id: saved.id })
  await admin.call(exam.publish, { id: saved.id, version, ignoreWarnings: true })
  return { admin, examId: saved.id, name, staffId }
}

async function staffIdOf(admin: DemoClient, account: string): Promise<string> {
  const { dataList } = await admin.call(staff.list, { pageIndex: 1, pageSize: 20, keyWords: account })
  const found = dataList.find(({ loginAccount }) => loginAccount === account)
  if (!found) throw new Error(`nobody has the account ${account}`)
  return found.id
}

export type ResultPaper = OutputOf<typeof results.get>

/** The paper as the organiser sees it. */
export function paperOf({ admin, examId, staffId }: OpenExam): Promise<ResultPaper> {
  return admin.call(results.get, { examinationId: examId, staffId })
}

/** What was answered, by question in the order of the paper: letters of options, words, or null. */
export function answersOf(paper: ResultPaper): unknown[] {
  return paper.items.map(({ answer }) => answer)
}
