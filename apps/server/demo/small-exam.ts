import type { InputOf } from '@kaopei/contract'
import { exam } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import type { DemoClient } from './client.ts'

const hour = 3_600_000

export interface SmallExam {
  readonly name: string
  readonly openAt: Date
  readonly hours: number
  readonly questions: InputOf<typeof exam.save>['questions']
  readonly staffIds?: readonly string[]
}

/** A published exam that nobody has to mark, passed with three fifths. */
export async function openSmallExam(admin: DemoClient, wish: SmallExam): Promise<string> {
  const { id } = await admin.call(exam.save, {
    name: wish.name,
    admissionStartTime: wish.openAt.toISOString(),
    admissionEndTime: new Date(wish.openAt.getTime() + wish.hours * hour).toISOString(),
    questions: wish.questions,
    ...{ duration: 40, passRate: 60, isQuestionOptionOrder: true, permitViewAnswer: true, permitViewAnalysis: true },
  })
  const staffIds = [...(wish.staffIds ?? [])]
  if (staffIds.length > 0) await admin.call(examPeople.add, { examinationId: id, staffIds })
  await publishExam(admin, id)
  return id
}

export async function publishExam(admin: DemoClient, id: string): Promise<void> {
  const { version } = await admin.call(exam.checkPublish, { id })
  await admin.call(exam.publish, { id, version, ignoreWarnings: true })
}
