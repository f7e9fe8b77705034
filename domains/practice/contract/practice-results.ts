/** What came out of practices, of the people of the caller's data scope. None of it enters the item statistics of exams. */

import { endpoint, id, instant, pageOf, pageQuery, text } from '@kaopei/contract'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { runMode } from './codes.ts'
import { practiceErrors } from './errors.ts'
import { practiceManage } from './menus.ts'
import { base } from './practice.ts'

const { rights } = practiceManage
const percent = z.int().min(0).max(100).nullable()
const ofPractice = z.object({ practiceId: id })

const peopleFilters = {
  practiceId: id,
  keyWords: text(50, '关键字').optional(),
  /** With everything below it. */
  departmentId: id.optional(),
  /** false: who may practise and has not. Unless said: who has. */
  hasPractised: z.boolean().default(true),
}

const personRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  runCount: z.int(),
  finishedCount: z.int(),
  /** Answers, repeated ones too. */
  answerCount: z.int(),
  /** The best round: so much of its questions answered. */
  answeredPercent: z.int(),
  /** First answers of rounds, without those judged by oneself; null: none. */
  accuracyPercent: percent,
  /** Judged by oneself, apart. */
  ownJudgedCount: z.int(),
  seconds: z.int(),
  lastAt: instant.nullable(),
})
export type PracticeResultRow = z.input<typeof personRow>

const questionRow = z.object({
  questionId: id,
  stemText: z.string(),
  type: questionTypeCodes.schema,
  bankName: z.string(),
  /** Stopped or removed since. */
  isReady: z.boolean(),
  /** First answers of rounds. */
  answerCount: z.int(),
  rightCount: z.int(),
  accuracyPercent: percent,
  averageSeconds: z.int().nullable(),
})

const option = z.object({
  optionId: z.string(),
  /** As authors write it: A, B … */
  letter: z.string(),
  text: z.string(),
  isCorrect: z.boolean(),
  count: z.int(),
  /** Of those who answered. */
  percent: z.int(),
})

const pointRow = z.object({
  knowledgePointId: id,
  name: z.string(),
  questionCount: z.int(),
  peopleCount: z.int(),
  answerCount: z.int(),
  accuracyPercent: percent,
})

const departmentRow = z.object({
  departmentId: id.nullable(),
  name: z.string(),
  practisedCount: z.int(),
  answerCount: z.int(),
  accuracyPercent: percent,
  seconds: z.int(),
})

const run = z.object({
  runId: id,
  mode: runMode.schema,
  beganAt: instant,
  lastAt: instant,
  isFinished: z.boolean(),
  itemCount: z.int(),
  answeredCount: z.int(),
  rightCount: z.int(),
  ownJudgedCount: z.int(),
  seconds: z.int(),
})

const cell = z.object({
  knowledgePointId: id,
  departmentId: id,
  peopleCount: z.int(),
  questionCount: z.int(),
  /** Null: fewer than three questions; nothing is claimed. */
  masteryPercent: percent,
})
const named = z.object({ id, name: z.string() })

export const practiceResults = {
  summary: endpoint({
    path: `${base}/results/summary`,
    summary: '练习概况',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: ofPractice,
    output: z.object({
      /** Who may practise it now. */
      staffCount: z.int(),
      practisedCount: z.int(),
      finishedCount: z.int(),
      runCount: z.int(),
      answerCount: z.int(),
      accuracyPercent: percent,
      seconds: z.int(),
      openReportCount: z.int(),
      /** Answers by day of the company's clocks, the last 30 days that have any. */
      days: z.array(z.object({ day: z.string(), answerCount: z.int(), peopleCount: z.int() })),
    }),
  }),
  people: endpoint({
    path: `${base}/results/people`,
    summary: '练习人员情况',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend(peopleFilters),
    output: pageOf(personRow),
  }),
  person: endpoint({
    path: `${base}/results/person`,
    summary: '个人练习记录',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: ofPractice.extend({ staffId: id }),
    output: z.object({
      /** Newest first, the last 500 of them all. */
      runs: z.array(run),
      runCount: z.int(),
      points: z.array(z.object({ knowledgePointId: id, name: z.string(), questionCount: z.int(), masteryPercent: percent })),
    }),
  }),
  questions: endpoint({
    path: `${base}/results/questions`,
    summary: '练习试题情况',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ practiceId: id, sort: z.enum(['hardest', 'easiest', 'mostAnswered']).default('hardest') }),
    output: pageOf(questionRow),
  }),
  /** How often each option of a choice question was taken; of other types empty. */
  distractors: endpoint({
    path: `${base}/results/distractors`,
    summary: '试题选项分布',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: ofPractice.extend({ questionId: id }),
    output: z.object({ answerCount: z.int(), options: z.array(option) }),
  }),
  points: endpoint({
    path: `${base}/results/points`,
    summary: '练习知识点情况',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: ofPractice,
    output: z.object({ dataList: z.array(pointRow) }),
  }),
  departments: endpoint({
    path: `${base}/results/departments`,
    summary: '练习部门情况',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    input: ofPractice,
    output: z.object({ dataList: z.array(departmentRow) }),
  }),
  /** What people of departments know of points, by the latest answer of each to each question in 180 days; the weakest points first. */
  weakPoints: endpoint({
    path: `${base}/results/weakPoints`,
    summary: '薄弱知识点地图',
    access: rights.results,
    audit: 'read',
    scope: 'department',
    atOnce: 3,
    input: z.object({ departmentId: id.optional(), knowledgePointIds: z.array(id).max(200).optional() }),
    output: z.object({
      /** The weakest 200 of them all. */
      pointCount: z.int(),
      points: z.array(named.extend({ masteryPercent: percent, peopleCount: z.int(), questionCount: z.int() })),
      departments: z.array(named),
      cells: z.array(cell),
    }),
  }),
  /** Who is listed and, where all who practised are, a sheet each of questions, options, points, departments and weak points. */
  export: endpoint({
    path: `${base}/results/export`,
    summary: '导出练习结果',
    access: rights.export,
    audit: { action: 'export', target: 'practice' },
    scope: 'department',
    input: z.object(peopleFilters),
    output: z.object({ jobId: id }),
    errors: [practiceErrors.nothingToExport],
  }),
}
