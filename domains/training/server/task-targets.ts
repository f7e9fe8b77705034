/** What tasks of courses and questionnaires lead to, and why somebody could not begin it. Exams and practices are as courses see them. */
import { courseStatus } from '@kaopei/course/contract/codes'
import { type CourseCard, courseCards } from '@kaopei/course/server'
import type { TaskTarget } from '@kaopei/learning/server'
import { audienceMode, questionnaireStatus } from '@kaopei/questionnaire/contract/codes'
import { type QuestionnaireCard, questionnaireCards, statusAt } from '@kaopei/questionnaire/server'
import { type Db, databaseNow } from '@kaopei/server'

const targetOf = (id: string, title: string, refusal: string | null): TaskTarget => ({
  ...{ id, title, refusal },
  lengthSeconds: null,
  pageCount: null,
})

export async function courseTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const cards = await courseCards(db, ids, databaseNow())
  return cards.map((card) => targetOf(card.id, card.name, whyNotCourse(card)))
}

function whyNotCourse({ status, isOver }: CourseCard): string | null {
  if (status === courseStatus.draft) return '课程尚未上架'
  if (status === courseStatus.unshelved) return '课程已下架'
  return isOver ? '外采课程的使用期已结束' : null
}

export async function questionnaireTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const now = databaseNow()
  const cards = await questionnaireCards(db, ids)
  return cards.map((card) => targetOf(card.id, card.name, whyNotQuestionnaire(card, now)))
}

function whyNotQuestionnaire(card: QuestionnaireCard, now: Date): string | null {
  if (card.audienceMode === audienceMode.link) return '凭链接填写的问卷不知道是谁填的，不能作为任务'
  const status = statusAt(card, now)
  if (status === questionnaireStatus.draft) return '问卷尚未发布'
  return status === questionnaireStatus.closed || status === questionnaireStatus.ended ? '问卷已结束' : null
}
