/** What tasks of courses lead to, and why somebody could not begin it. Everything else is as courses see it. */
import { courseStatus } from '@kaopei/course/contract/codes'
import { type CourseCard, courseCards } from '@kaopei/course/server'
import type { TaskTarget } from '@kaopei/learning/server'
import { type Db, databaseNow } from '@kaopei/server'

export async function courseTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const cards = await courseCards(db, ids, databaseNow())
  return cards.map((card) => ({
    ...{ id: card.id, title: card.name },
    refusal: whyNotCourse(card),
  }))
}

function whyNotCourse({ status, isOver }: CourseCard): string | null {
  if (status === courseStatus.draft) return '课程尚未上架'
  if (status === courseStatus.unshelved) return '课程已下架'
  return isOver ? '外采课程的使用期已结束' : null
}
