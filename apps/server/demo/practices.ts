import { learn } from '@kaopei/practice/contract/learn'
import type { Run } from '@kaopei/practice/contract/learn-shapes'
import { practice } from '@kaopei/practice/contract/practice'
import { practicePaper } from '@kaopei/practice/contract/practice-paper'
import type { Answer } from '@kaopei/question/contract/answer'
import type { DemoClient } from './client.ts'
import type { DemoCompany, DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

const day = 86_400_000
/** Of three months, days on which somebody practises; before the last three weeks the first of them alone. */
const days = [89, 78, 66, 54, 43, 32, 21, 20, 17, 12, 6, 1]
const allSince = 21
const early = 3
/** Single choice, multiple choice, judgement. */
const types = [1, 2, 3] satisfies Answer['type'][]

/** Two practices with three months of history: everybody's, and one for chosen people, with wrong books that fill and empty. */
export async function makeDemoPractices(stage: Stage, company: DemoCompany, today: Date): Promise<void> {
  stage.now = new Date(today.getTime() - 90 * day)
  const admin = stage.as(company.admin, true)
  const learners = [...company.candidates, ...company.staff.slice(20, 26)]
  const open = await publish(admin, { name: '安全生产每日一练', information: '每天几分钟，答错的题会自动进入错题本。' }, 10)
  const chosen = { name: '班组骨干强化练习', participationMode: 1 as const, participationStaffList: learners.map(({ id }) => id) }
  const drill = await publish(admin, { ...chosen, information: '完成后可以在“掌握情况”里看到自己的薄弱知识点。' }, 6)
  for (const [at, before] of days.entries()) {
    stage.now = new Date(today.getTime() - before * day)
    const present = before > allSince ? learners.slice(0, early) : learners
    for (const [index, person] of present.entries()) {
      // Some come every time, some every second time.
      if (index % 3 === 2 && at % 2 === 1) continue
      await practise(stage, { person, practiceId: index % 2 === 0 ? open : drill, seed: index + at })
    }
  }
  stage.now = today
}

type Wish = { name: string; information: string; participationMode?: 0 | 1; participationStaffList?: string[] }

/** Draws so many questions of all banks; everybody's, unless people are chosen. */
async function publish(admin: DemoClient, wish: Wish, count: number): Promise<string> {
  const { id, version } = await admin.call(practice.save, { participationMode: 0, ...wish })
  const rule = { questionType: 2 as const, filter: { types }, count, score: 2 }
  const paper = await admin.call(practicePaper.save, { practiceId: id, version, questions: [rule] })
  await admin.call(practice.publish, { id, version: paper.version, ignoreWarnings: true })
  return id
}

interface Practising {
  readonly person: DemoStaff
  readonly practiceId: string
  readonly seed: number
}

/** A round of the practice, and what of it was wrong once more. */
export async function practise(stage: Stage, { person, practiceId, seed }: Practising): Promise<void> {
  const learner = stage.as(person)
  const run = await learner.call(learn.begin, { practiceId, mode: seed % 2 === 0 ? 1 : 2 })
  const keys = new Map<string, Answer>()
  for (const item of run.items) {
    stage.now = new Date(stage.now.getTime() + 15_000)
    const { feedback } = await learner.call(learn.answer, { ...answerOf(run, item, guess(item, seed)), seconds: 10 + (seed % 9) })
    const key = keyOf(feedback.key)
    if (key && feedback.isCorrect === false) keys.set(item.questionId, key)
  }
  if (keys.size === 0) return
  const again = await learner.call(learn.begin, { practiceId, mode: 3 })
  for (const item of again.items) {
    const key = keys.get(item.questionId)
    if (key && item.feedback === null) await learner.call(learn.answer, { ...answerOf(again, item, key), seconds: 8 })
  }
}

type Item = Run['items'][number]

const answerOf = ({ runId }: Run, { item, nextSeq: seq }: Item, answer: Answer) => ({ runId, item, seq, answer })

/** Chosen without knowing, and the same in every demo. */
function guess({ view, item }: Item, seed: number): Answer {
  if (view.type === 3) return { type: 3, optionId: (item + seed) % 4 === 0 ? 'false' : 'true' }
  if (view.type === 2) return { type: 2, optionIds: view.options.slice(0, 2 + ((item + seed) % 2)).map(({ id }) => id) }
  const options = view.type === 1 ? view.options : []
  return { type: 1, optionId: options[(item + seed) % Math.max(1, options.length)]?.id ?? null }
}

function keyOf(key: NonNullable<NonNullable<Item['feedback']>['key']> | undefined): Answer | undefined {
  if (key?.type === 1) return { type: 1, optionId: key.correct }
  if (key?.type === 2) return { type: 2, optionIds: key.correct }
  if (key?.type === 3 && (key.correct === 'true' || key.correct === 'false')) return { type: 3, optionId: key.correct }
  return undefined
}
