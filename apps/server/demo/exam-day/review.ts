import { review } from '@kaopei/proctoring/contract/review'
import { ownVerdicts } from '@kaopei/proctoring/contract/verdicts/own-verdicts'
import { verdicts } from '@kaopei/proctoring/contract/verdicts/verdicts'
import type { DemoClient } from '../client.ts'
import type { DemoCompany } from '../company.ts'
import type { Stage } from '../stage.ts'
import { cast, type Onsite } from './onsite.ts'
import { drawn, haveDue, type Piece, send } from './recorded.ts'
import type { Sitter } from './sitter.ts'

const minute = 60_000
const hour = 60 * minute

/** Pictures of all, more of those whom somebody will look at. */
export async function sendPictures(stage: Stage, { sitters, openAt }: Onsite): Promise<void> {
  for (const [number, sitter] of sitters.entries()) {
    const every = number <= cast.warned ? 2 : 14
    const pieces: Piece[] = []
    for (let [minutes, count] = [1.5, 1]; minutes < 27; minutes += every, count++) {
      const from = new Date(openAt.getTime() + minutes * minute)
      const screen = Math.floor((minutes / 27) * drawn.screens.length)
      const one = { kind: 'picture' as const, number: count, from, until: from }
      pieces.push({ ...one, source: 1, ...part(drawn.screens[screen], drawn.screenThumbs[screen]) })
      const photograph = photographOf(number, minutes)
      pieces.push({ ...one, source: 2, ...part(photograph, photograph) })
    }
    await send(stage, sitter.pieceAddress, pieces)
    await haveDue(stage, sitter.attemptId, every * 60)
  }
}

const part = (bytes: Buffer | undefined, thumb: Buffer | undefined) => ({ bytes: bytes ?? null, ...(thumb && { thumb }) })

function photographOf(number: number, minutes: number): Buffer | undefined {
  if (number === cast.covered && minutes > 22 && minutes < 26.5) return drawn.covered
  if ((number === cast.shared || number === cast.device) && minutes > 14 && minutes < 20) return drawn.helper
  return drawn.faces[number % drawn.faces.length]
}

/** What reviewers made of it: marks, verdicts in every state, appeals that wait and that were decided. */
export async function judge(stage: Stage, company: DemoCompany, { sitters, openAt }: Onsite): Promise<void> {
  const reviewers = [company.admin, company.staff[1], company.reviewer].map((one) => stage.as(one ?? company.admin, true))
  const [first, second, third] = reviewers
  if (!first || !second || !third) throw new Error('the demo company needs reviewers')
  const at = (hours: number) => {
    stage.now = new Date(openAt.getTime() + hours * hour)
  }
  const of = (number: number) => {
    const sitter = sitters[number]
    if (!sitter) throw new Error('the exam has too few candidates')
    return { sitter, examinationResultId: sitter.attemptId }
  }
  at(4)
  for (const number of [cast.shared, cast.device, cast.explained]) await markPhotographs(first, of(number).sitter, drawn.helper)
  await markPhotographs(first, of(cast.covered).sitter, drawn.covered)
  const propose = async (number: number, words: Parameters<typeof proposal>[1]) =>
    second.call(verdicts.judge, proposal(of(number).examinationResultId, words))
  const talk = '14 分钟后的照片中有他人出现在身旁，并指向屏幕。'
  await propose(cast.shared, { verdict: 'violation', reason: 'behaviour.conduct', evidence: ['mark'], toldText: talk })
  await propose(cast.device, { verdict: 'void', reason: 'aid.help', evidence: ['mark'], toldText: talk })
  await propose(cast.explained, { verdict: 'void', reason: 'aid.help', evidence: ['mark'], toldText: talk })
  await propose(cast.covered, {
    verdict: 'violation',
    reason: 'behaviour.capture',
    evidence: ['mark'],
    toldText: '摄像头被遮挡约三分钟。',
  })
  await propose(cast.warned, {
    verdict: 'warning',
    reason: 'behaviour.absent',
    evidence: ['witness'],
    toldText: '请遵守考场纪律。',
  })
  const { examinationResultId } = of(cast.offline)
  await second.call(verdicts.judge, {
    examinationResultId,
    verdict: 'clean',
    reason: 'other.explained',
    note: '交换机故障，现场已记录',
  })
  at(5)
  for (const number of [cast.shared, cast.device, cast.explained])
    await first.call(verdicts.answerProposal, { examinationResultId: of(number).examinationResultId, answer: 'confirm' })
  at(8)
  const appeal = (number: number, text: string) =>
    of(number).sitter.client.call(ownVerdicts.appeal, { attemptId: of(number).sitter.attemptId, text })
  await appeal(cast.device, '身旁的是监考老师，在处理鼠标故障，没有讨论试题，请核对考场记录。')
  await appeal(cast.explained, '当时监考老师正在核对我的证件，请查看考场签到记录。')
  at(10)
  await third.call(verdicts.decideAppeal, {
    ...{ examinationResultId: of(cast.explained).examinationResultId, outcome: 'overturn' },
    ...{ note: '考场记录与申诉一致', toldText: '经核实，身旁人员为核对证件的监考人员，裁定撤销。' },
  })
}

interface Words {
  readonly verdict: 'warning' | 'violation' | 'void'
  readonly reason: string
  readonly evidence: ('mark' | 'witness')[]
  readonly toldText: string
}

function proposal(examinationResultId: string, words: Words) {
  return { examinationResultId, ...words, note: '已查看照片与考场记录，情况属实。' }
}

/** Those that show it; `what` is the drawing. */
async function markPhotographs(reviewer: DemoClient, { attemptId }: Sitter, what: Buffer): Promise<void> {
  const asked = { examinationResultId: attemptId }
  await reviewer.call(review.open, { ...asked, reason: '考后抽查' })
  const { dataList } = await reviewer.call(review.queryPhotographs, { ...asked, source: 2 })
  const range = what === drawn.covered ? [11, 13] : [7, 9]
  for (const { id } of dataList.slice(range[0], range[1]))
    await reviewer.call(review.setCheatTag, { ...asked, cheatTag: 1, abnormalType: 5, tagType: 1, abnormalOperationId: id })
}
