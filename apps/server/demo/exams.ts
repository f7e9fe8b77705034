import type { InputOf } from '@kaopei/contract'
import { exam } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { reviewTask } from '@kaopei/marking/contract/review-task'
import { bank } from '@kaopei/question/contract/bank'
import { question } from '@kaopei/question/contract/question'
import { questionImport } from '@kaopei/question/contract/question-import'
import { writeSampleWorkbook } from '@kaopei/question/server'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import { keepDemoFile } from './keep-file.ts'
import { sitExam } from './sitting.ts'
import type { Stage } from './stage.ts'

const hour = 3_600_000
const day = 24 * hour

interface Scene {
  readonly stage: Stage
  readonly company: DemoCompany
  readonly admin: DemoClient
  readonly chance: () => number
  readonly today: Date
}

/** Banks and exams in every state, with attempts, marks and events, so that every screen has something to show. */
export async function playDemo(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  stage.now = new Date(today.getTime() - 95 * day)
  const scene: Scene = { stage, company, admin: stage.as(company.admin, true), chance: mulberry(20261121), today }
  const banks = await fillBanks(scene)
  const people = company.staff.slice(6)
  const before = (days: number) => new Date(today.getTime() - days * day)

  await finishedExam(scene, banks, {
    name: '2026 年度安全生产知识考试',
    openAt: before(12),
    people: people.slice(0, 80),
    sat: 66,
    marked: 1,
  })
  await finishedExam(scene, banks, {
    name: '质量管理体系内审员资格考试',
    openAt: before(2),
    people: people.slice(60, 110),
    sat: 42,
    marked: 0.5,
  })
  await openExam(scene, banks, people.slice(100, 150))
  await planExam(scene, banks, {
    name: '新员工入职培训结业考试',
    openAt: new Date(today.getTime() + 3 * day),
    hours: 8,
    publish: true,
    people: people.slice(150, 190),
  })
  await planExam(scene, banks, {
    name: '信息安全意识季度测评（草稿）',
    openAt: new Date(today.getTime() + 10 * day),
    hours: 24,
    publish: false,
    people: people.slice(0, 20),
  })
  await cancelledExam(scene, banks, people.slice(10, 30))
}

async function fillBanks({ stage, company, admin }: Scene): Promise<string[]> {
  const names = ['安全与质量题库', '信息与办公题库', '职业素养题库']
  const banks: string[] = []
  for (const name of names)
    banks.push((await admin.call(bank.create, { name, descript: `${name}，随演示数据提供`, categoryId: null })).id)
  const [first] = banks
  if (first === undefined) throw new Error('the demo has banks')
  const fileId = await keepDemoFile(stage, company.admin.id, {
    name: '示例试题.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    purpose: 'questionImport',
    body: writeSampleWorkbook(),
  })
  await admin.call(questionImport.run, { fileId, bankId: first })
  await stage.runJobs()
  const { dataList } = await admin.call(question.list, { pageSize: 100 })
  if (dataList.length < 40) throw new Error(`the sample workbook gave ${dataList.length} questions only`)
  for (const [index, bankId] of banks.entries()) {
    const ids = dataList.filter((_, position) => position % banks.length === index).map((row) => row.id)
    if (index > 0) await admin.call(question.move, { ids, bankId })
  }
  return banks
}

type Save = InputOf<typeof exam.save>

interface Wish {
  readonly name: string
  readonly openAt: Date
  readonly hours: number
  readonly publish: boolean
  readonly people: readonly DemoStaff[]
  readonly settings?: Partial<Save>
}

async function planExam({ admin, company }: Scene, banks: readonly string[], wish: Wish): Promise<string> {
  const ready = await admin.call(question.list, { pageSize: 100, status: [1] })
  const shorts = ready.dataList.filter((row) => row.type === 6).slice(0, 2)
  const fixed = [
    ...ready.dataList.filter((row) => row.type === 4).slice(0, 2),
    ...ready.dataList.filter((row) => row.type === 7).slice(0, 1),
    ...shorts,
  ]
  const drawn = (type: 1 | 2 | 3) => ({ bankIds: [...banks], types: [type] })
  const saved = await admin.call(exam.save, {
    name: wish.name,
    information: '请独立完成本次考试。考试期间答案自动保存，断网不会丢失；到时系统自动交卷。',
    admissionStartTime: wish.openAt.toISOString(),
    admissionEndTime: new Date(wish.openAt.getTime() + wish.hours * hour).toISOString(),
    duration: 60,
    passScore: 36,
    questions: [
      { questionType: 2, filter: drawn(1), count: 10, score: 2 },
      { questionType: 2, filter: drawn(2), count: 4, score: 3 },
      { questionType: 2, filter: drawn(3), count: 4, score: 1 },
      ...fixed.map((row) => ({ questionType: 1 as const, questionId: row.id, score: row.type === 6 ? 8 : 3 })),
    ],
    isQuestionOptionOrder: true,
    permitViewAnswer: true,
    permitViewAnalysis: true,
    reviewQuestionType: 2,
    ...wish.settings,
  })
  await admin.call(examPeople.add, { examinationId: saved.id, staffIds: wish.people.map((person) => person.id) })
  await admin.call(examPeople.saveReviewers, { examinationId: saved.id, reviewStaffIds: [company.marker.id] })
  if (wish.publish) {
    const { version } = await admin.call(exam.checkPublish, { id: saved.id })
    await admin.call(exam.publish, { id: saved.id, version, ignoreWarnings: true })
  }
  return saved.id
}

interface Finished {
  readonly name: string
  readonly openAt: Date
  readonly people: readonly DemoStaff[]
  readonly sat: number
  /** Share of the answers that the marker has done. */
  readonly marked: number
}

async function finishedExam(scene: Scene, banks: readonly string[], wish: Finished): Promise<void> {
  const { stage, chance } = scene
  stage.now = new Date(wish.openAt.getTime() - day)
  const examId = await planExam(scene, banks, { ...wish, hours: 10, publish: true })
  const sitters = wish.people
    .slice(0, wish.sat)
    .map((person) => ({ person, startAt: new Date(wish.openAt.getTime() + chance() * 4 * hour) }))
  for (const { person, startAt } of sitters.sort((a, b) => a.startAt.getTime() - b.startAt.getTime())) {
    const plan = { startAt, minutes: 18 + Math.floor(chance() * 40), ability: 0.35 + chance() * 0.6, handsIn: true }
    await sitExam(stage, person, examId, plan, chance)
  }
  stage.now = new Date(wish.openAt.getTime() + 11 * hour)
  await stage.runJobs()
  await markSome(scene, examId, wish.marked)
}

async function markSome({ stage, company, chance }: Scene, examId: string, share: number): Promise<void> {
  const marker = stage.as(company.marker, true)
  for (let done = 0; done < 500; done++) {
    const { task, progress } = await marker.call(reviewTask.next, { examId })
    if (!task || progress.doneCount >= progress.taskCount * share) break
    const { attemptId, slot, version, points, maxScore } = task
    const isWritten = task.answerState === 'answered'
    const judged = points.filter((point) => !point.isAutomatic)
    const keyPoints = Object.fromEntries(judged.map((point) => [point.id, isWritten && chance() < 0.7 ? point.score : 0]))
    const free = isWritten ? Math.round(maxScore * chance() * 2) / 2 : 0
    const total = points.length === 0 ? free : points.reduce((sum, point) => sum + (keyPoints[point.id] ?? point.earned ?? 0), 0)
    const comment = chance() < 0.3 ? '要点基本完整，注意补充复查与记录的要求。' : ''
    stage.now = new Date(stage.now.getTime() + 40_000)
    await marker.call(reviewTask.saveScore, {
      attemptId,
      slot,
      version,
      score: Math.round(total * 100) / 100,
      keyPoints,
      comment,
    })
  }
  await marker.call(reviewTask.release, { examId })
}

/** It is sat in rooms too (rooms.ts). */
export const runningExam = '岗位技能等级认定（理论）'

/** Under way now: some have handed in, some are writing, the demo's own candidates have yet to start. */
async function openExam(scene: Scene, banks: readonly string[], people: readonly DemoStaff[]): Promise<void> {
  const { stage, company, chance, today } = scene
  const openAt = new Date(today.getTime() - 3 * hour)
  stage.now = new Date(openAt.getTime() - day)
  const all = [...company.candidates, ...people]
  const examId = await planExam(scene, banks, {
    name: runningExam,
    openAt,
    hours: 24 * 14,
    publish: true,
    people: all,
    settings: { permitFullScreen: false, duration: 90 },
  })
  for (const person of people.slice(0, 24)) {
    const startAt = new Date(openAt.getTime() + chance() * hour)
    await sitExam(
      stage,
      person,
      examId,
      { startAt, minutes: 30 + Math.floor(chance() * 40), ability: 0.4 + chance() * 0.5, handsIn: true },
      chance,
    )
  }
  for (const person of people.slice(24, 30)) {
    const startAt = new Date(today.getTime() - 20 * 60_000 - chance() * 600_000)
    await sitExam(stage, person, examId, { startAt, minutes: 15, ability: 0.6, handsIn: false }, chance)
  }
  stage.now = today
  await stage.runJobs()
  const mock = {
    name: '模拟考试：熟悉考试环境',
    openAt,
    hours: 24 * 60,
    publish: true,
    people: all,
    settings: { examUseWay: 2 as const, repeatCount: 0 },
  }
  await planExam(scene, banks, mock)
}

async function cancelledExam(scene: Scene, banks: readonly string[], people: readonly DemoStaff[]): Promise<void> {
  const openAt = new Date(scene.today.getTime() + 5 * day)
  const id = await planExam(scene, banks, { name: '仓储叉车操作复训考试', openAt, hours: 4, publish: true, people })
  const { version } = await scene.admin.call(exam.get, { id })
  await scene.admin.call(exam.cancel, { id, version, reason: '场地调整，另行通知时间' })
}

/** A small seeded generator: the demo is the same everywhere. */
export function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
