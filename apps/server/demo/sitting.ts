import type { InputOf, OutputOf } from '@kaopei/contract'
import { entry } from '@kaopei/exam/contract/entry'
import { type Answer, blankAnswer } from '@kaopei/question/contract/answer'
import { type QuestionContent, questionContent } from '@kaopei/question/contract/content'
import { sitting } from '@kaopei/sitting/contract/sitting'
import type { DemoStaff } from './company.ts'
import type { Stage } from './stage.ts'

type SheetItem = OutputOf<typeof entry.start>['items'][number]
type SavedItem = InputOf<typeof sitting.save>['items'][number]

export interface Plan {
  readonly startAt: Date
  readonly minutes: number
  /** 0..1: how likely this person is to know an answer. */
  readonly ability: number
  readonly handsIn: boolean
}

/** One person sits one exam, through the same calls as a browser. */
export async function sitExam(stage: Stage, person: DemoStaff, examId: string, plan: Plan, chance: () => number): Promise<void> {
  const client = stage.as(person)
  stage.now = plan.startAt
  const { hash } = await client.call(entry.notice, { examId })
  await client.call(entry.confirmNotice, { examId, hash })
  const sheet = await client.call(entry.start, { examId, device: 'demo-browser:demo-tab' })
  const keys = await keysOf(stage, sheet.attemptId)
  const revs = new Map<number, number>()
  let seq = sheet.nextSeq
  const answered = plan.handsIn ? sheet.items : sheet.items.slice(0, Math.ceil(sheet.items.length / 2))
  for (let from = 0; from < answered.length; from += 10) {
    stage.now = new Date(plan.startAt.getTime() + Math.min(1, (from + 10) / sheet.items.length) * plan.minutes * 50_000)
    const items = answered.slice(from, from + 10).map((item): SavedItem => {
      const content = keys.get(item.slot)
      const answer = content ? answerOf(content, chance() < plan.ability, chance) : blankAnswer(item.view.type)
      return { slot: item.slot, answer, baseRev: 0, clientSeq: seq++, clientTime: stage.now.toISOString(), seen: true }
    })
    const saved = await client.call(sitting.save, { attemptId: sheet.attemptId, leaseEpoch: sheet.lease.epoch, items })
    for (const slot of saved.slots) if (slot.rev !== null) revs.set(slot.slot, slot.rev)
  }
  if (!plan.handsIn) return
  stage.now = new Date(plan.startAt.getTime() + plan.minutes * 60_000)
  await client.call(sitting.submit, {
    attemptId: sheet.attemptId,
    leaseEpoch: sheet.lease.epoch,
    lastRevs: [...revs].map(([slot, rev]) => ({ slot, rev })),
    submissionKey: `demo-${sheet.attemptId}`,
  })
}

/** What each question of an attempt is, with its key. */
export async function keysOf(stage: Stage, attemptId: string): Promise<Map<SheetItem['slot'], QuestionContent>> {
  const rows = await stage.rows<{ slot: number; content: unknown }>(
    `select i.slot, v.content
     from sitting.attempt_item i
     join question.question_version v on v.company_id = i.company_id and v.id = i.question_version_id
     where i.company_id = $1 and i.attempt_id = $2`,
    [stage.companyId, attemptId],
  )
  return new Map(rows.map(({ slot, content }) => [slot, questionContent.parse(content)]))
}

export function answerOf(content: QuestionContent, isKnown: boolean, chance: () => number): Answer {
  switch (content.type) {
    case 1:
      return { type: 1, optionId: isKnown ? content.correct : pick(content.options, chance).id }
    case 2:
      return {
        type: 2,
        optionIds: isKnown ? content.correct : content.options.filter(() => chance() < 0.5).map((option) => option.id),
      }
    case 3:
      return { type: 3, optionId: isKnown ? content.correct : pick(content.options, chance).id }
    case 4:
      return {
        type: 4,
        texts: Object.fromEntries(
          content.blanks.map((blank) => [blank.id, isKnown ? (blank.alternatives[0]?.text ?? '') : '不清楚']),
        ),
      }
    case 6:
      return {
        type: 6,
        format: 'text',
        text: isKnown ? fullText(content.keyPoints.map((point) => point.text)) : '首先要确认现场安全，其余记不太清楚了。',
      }
    case 7: {
      const gaps = content.gaps.map(
        (gap) => [gap.id, isKnown ? (content.correct[gap.id] ?? '') : pick(content.options, chance).id] as const,
      )
      return { type: 7, choices: Object.fromEntries(gaps.filter(([, option]) => option !== '')) }
    }
    case 5:
      return blankAnswer(5)
  }
}

const fullText = (points: readonly string[]) =>
  points.length > 0 ? points.map((point, index) => `${index + 1}. ${point}`).join('\n') : '按制度要求逐项落实，并做好记录与复查。'

function pick<T>(from: readonly T[], chance: () => number): T {
  const picked = from[Math.floor(chance() * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}
