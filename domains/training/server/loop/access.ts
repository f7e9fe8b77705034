/** What somebody may who makes a project of an exam: beside the projects' own rights those of each kind that it makes. */
import { courseManager } from '@kaopei/course/contract/menus'
import { examManage } from '@kaopei/exam/contract/menus'
import { closedAmong } from '@kaopei/exam/server'
import { practiceManage } from '@kaopei/practice/contract/menus'
import { countOfficial } from '@kaopei/result/server'
import { type Actor, type DataScope, type Db, type Fail, mayUse, scopeOn } from '@kaopei/server'
import { loopErrors } from '../../contract/errors.ts'
import { projectCenter } from '../../contract/menus.ts'

export interface Asking {
  readonly actor: Actor
  /** Of the projects. */
  readonly scope: DataScope
  readonly now: Date
  readonly fail: Fail<(typeof loopErrors)['notAllowed' | 'examNotOver']>
}

/** Whoever reads people's scores must be allowed to read results, and sees those whom both scopes show. */
export function scopesOf({
  actor,
  scope,
  fail,
}: Pick<Asking, 'actor' | 'scope'> & { readonly fail: Fail<(typeof loopErrors)['notAllowed']> }): readonly DataScope[] {
  if (!mayUse(actor, examManage.rights.results.code))
    return fail(loopErrors.notAllowed, { text: '生成补强培训需要“查看考试结果”的权限，请联系管理员' })
  return [scope, scopeOn(actor, examManage.name)]
}

/** An exam that nobody may still write and of which these scopes show results. */
export async function usableExam(db: Db, examId: string, asking: Asking) {
  const scopes = scopesOf(asking)
  const [exam] = await closedAmong(db, [examId], asking.now)
  if (!exam) return asking.fail(loopErrors.examNotOver, { text: '考试还没有结束，等所有人都不能再作答后才能生成补强培训' })
  if ((await countOfficial(db, { examId, scopes })) === 0)
    return asking.fail(loopErrors.examNotOver, { text: '考试还没有公布的成绩，请公布成绩后再生成补强培训' })
  return { exam, scopes }
}

export function whyNoPractice(actor: Actor): string | null {
  return mayUse(actor, practiceManage.rights.add.code) ? null : '您没有新建练习的权限，方案中不含练习'
}

export function whyNoExam(actor: Actor): string | null {
  return mayUse(actor, examManage.rights.add.code) ? null : '您没有新建考试的权限，方案中不含检验考试'
}

export function whyNoCourse(actor: Actor): string | null {
  const { add, edit, staff } = courseManager.rights
  return [add, edit, staff].some(({ code }) => mayUse(actor, code)) ? null : '您没有管理课程的权限，不能让学员学习课程'
}

export function whyNoLearner(actor: Actor): string | null {
  return mayUse(actor, projectCenter.rights.staff.code) ? null : '您没有管理项目学员的权限，请联系有权限的同事生成'
}
