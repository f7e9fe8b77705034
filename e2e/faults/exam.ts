import type { OutputOf } from '@kaopei/contract'
import { entry } from '@kaopei/exam/contract/entry'
import { exam } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { bank } from '@kaopei/question/contract/bank'
import { defaultScoringRule } from '@kaopei/question/contract/content'
import { question } from '@kaopei/question/contract/question'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import type { DemoStaff } from '../../apps/server/demo/company.ts'
import type { Rig } from './rig.ts'

export type Sheet = OutputOf<typeof entry.start>

export const questionCount = 10

/** An open exam of ten single-choice questions, whose right answer is always `a`, for the given people. */
export async function openExam(rig: Rig, people: readonly DemoStaff[]): Promise<string> {
  const stage = await rig.stage()
  try {
    const admin = stage.as(rig.company.admin, true)
    const { id: bankId } = await admin.call(bank.create, { name: `题库 ${Math.random()}` })
    const questions: { questionType: 1; questionId: string; score: number }[] = []
    for (let number = 1; number <= questionCount; number++) {
      const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, html: `选项 ${id}`, fixed: false }))
      const { id } = await admin.call(question.create, {
        bankId,
        content: { type: 1, stem: `第 ${number} 题：请选择第一项 ${bankId}`, options, correct: 'a', analysis: '' },
        rule: defaultScoringRule(1),
        difficulty: 2,
        defaultScore: 10,
        status: 1,
        isDuplicateAllowed: true,
      })
      questions.push({ questionType: 1, questionId: id, score: 10 })
    }
    const opensAt = Date.now() - 60_000
    const saved = await admin.call(exam.save, {
      name: `故障演练 ${bankId.slice(-6)}`,
      admissionStartTime: new Date(opensAt).toISOString(),
      admissionEndTime: new Date(opensAt + 7_200_000).toISOString(),
      duration: 60,
      passScore: 60,
      questions,
    })
    await admin.call(examPeople.add, { examinationId: saved.id, staffIds: people.map((person) => person.id) })
    const { version } = await admin.call(exam.checkPublish, { id: saved.id })
    await admin.call(exam.publish, { id: saved.id, version, ignoreWarnings: true })
    return saved.id
  } finally {
    await stage.close()
  }
}

export async function enter(client: DemoClient, examId: string): Promise<Sheet> {
  const { hash } = await client.call(entry.notice, { examId })
  await client.call(entry.confirmNotice, { examId, hash })
  return client.call(entry.start, { examId, device: 'fault-browser:fault-tab' })
}
