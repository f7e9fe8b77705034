/** What tasks of courseware, exams, practices and questionnaires lead to, and why somebody could not begin it. */

import { transStatus } from '@kaopei/courseware/contract/codes'
import { type CoursewareCard, coursewareCards } from '@kaopei/courseware/server'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { type ExamCard, examCards, examStatusAt } from '@kaopei/exam/server'
import type { TaskTarget } from '@kaopei/learning/server'
import { practiceStatus } from '@kaopei/practice/contract/codes'
import { type PracticeCard, practiceCards, practiceStatusAt } from '@kaopei/practice/server'
import { audienceMode, questionnaireStatus } from '@kaopei/questionnaire/contract/codes'
import { type QuestionnaireCard, questionnaireCards, statusAt as questionnaireStatusAt } from '@kaopei/questionnaire/server'
import { type Db, databaseNow } from '@kaopei/server'

export async function coursewareTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const cards = await coursewareCards(db, ids)
  return cards.map((card) => ({ ...{ id: card.id, title: card.title }, refusal: whyNotCourseware(card) }))
}

function whyNotCourseware({ isReady, lacksTool, isRemoved, transStatus: state }: CoursewareCard): string | null {
  if (isRemoved) return '课件已被删除'
  if (isReady) return null
  if (lacksTool) return '转码服务器缺少所需程序，该课件只能下载，不能作为任务。请联系管理员安装后重试转码'
  return state === transStatus.failed ? '课件转码失败，请在课件管理中按原因重试或替换文件' : '课件尚未转码完成'
}

export async function examTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const now = databaseNow()
  const cards = await examCards(db, ids)
  return cards.map((card) => ({
    ...{ id: card.id, title: card.name },
    refusal: whyNotExam(card, now),
  }))
}

function whyNotExam(card: ExamCard, now: Date): string | null {
  const status = examStatusAt(card, now)
  if (status === examStatus.draft) return '考试尚未发布'
  if (status === examStatus.cancelled) return '考试已取消'
  return status === examStatus.ended ? '考试已结束' : null
}

export async function practiceTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const now = databaseNow()
  const cards = await practiceCards(db, ids)
  return cards.map((card) => ({
    ...{ id: card.id, title: card.name },
    refusal: whyNotPractice(card, now),
  }))
}

function whyNotPractice(card: PracticeCard, now: Date): string | null {
  const status = practiceStatusAt(card, now)
  if (status === practiceStatus.draft) return '练习尚未发布'
  return status === practiceStatus.ended ? '练习已结束' : null
}

export async function questionnaireTargets(db: Db, ids: readonly string[]): Promise<TaskTarget[]> {
  const now = databaseNow()
  const cards = await questionnaireCards(db, ids)
  return cards.map((card) => ({
    ...{ id: card.id, title: card.name },
    refusal: whyNotQuestionnaire(card, now),
  }))
}

function whyNotQuestionnaire(card: QuestionnaireCard, now: Date): string | null {
  if (card.audienceMode === audienceMode.link) return '凭链接填写的问卷不知道是谁填的，不能作为任务'
  const status = questionnaireStatusAt(card, now)
  if (status === questionnaireStatus.draft) return '问卷尚未发布'
  return status === questionnaireStatus.ended || status === questionnaireStatus.closed ? '问卷已结束' : null
}
