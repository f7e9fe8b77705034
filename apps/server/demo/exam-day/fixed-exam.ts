import type { InputOf } from '@kaopei/contract'
import { exam } from '@kaopei/exam/contract/exam'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { question } from '@kaopei/question/contract/question'
import type { DemoClient } from '../client.ts'
import type { DemoStaff } from '../company.ts'
import { publishExam } from '../small-exam.ts'

type Save = InputOf<typeof exam.save>

export interface Wish {
  readonly name: string
  readonly information: string
  readonly openAt: Date
  readonly closeAt: Date
  readonly people: readonly DemoStaff[]
  readonly settings: Partial<Save>
  /** Of each type, the same for everybody. */
  readonly counts: Readonly<Record<1 | 2 | 3, number>>
  /** What is arranged before anybody is told. */
  readonly arrange?: (examinationId: string) => Promise<void>
}

/** An exam that machines mark, of fixed questions: whoever sits it can be compared with whoever else does. */
export async function openFixedExam(admin: DemoClient, wish: Wish): Promise<string> {
  const { dataList } = await admin.call(question.list, { pageSize: 100, status: [1] })
  const chosen = ([1, 2, 3] as const).flatMap((type) => dataList.filter((row) => row.type === type).slice(0, wish.counts[type]))
  const { id } = await admin.call(exam.save, {
    ...{ name: wish.name, information: wish.information, passScore: Math.round(chosen.length * 2.4) },
    admissionStartTime: wish.openAt.toISOString(),
    admissionEndTime: wish.closeAt.toISOString(),
    questions: chosen.map((row) => ({ questionType: 1 as const, questionId: row.id, score: 4 })),
    ...wish.settings,
  })
  await admin.call(examPeople.add, { examinationId: id, staffIds: wish.people.map((person) => person.id) })
  await wish.arrange?.(id)
  await publishExam(admin, id)
  return id
}
