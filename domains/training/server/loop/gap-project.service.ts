/** A project that a room above made of what people lack: courses, and a parallel exam of disjoint questions that shows what became of it. */
import { cut } from '@kaopei/contract'
import { draftExamLike } from '@kaopei/exam/server'
import { paperPart } from '@kaopei/paper/contract/paper'
import { type Actor, type DataScope, type Db, mayUse } from '@kaopei/server'
import { projectCenter } from '../../contract/menus.ts'
import { courseRule, examRule } from '../../contract/outline.ts'
import { usableExam, whyNoCourse, whyNoExam, whyNoLearner } from './access.ts'
import { activeAmong, insertDraftProject, insertLearners, insertStages, type NewStage } from './draft-project.sql.ts'
import { insertLoop } from './loop.sql.ts'
import { parallelOf } from './plan.service.ts'

export interface GapProject {
  readonly name: string
  readonly courses: readonly { readonly id: string; readonly name: string }[]
  readonly staffIds: readonly string[]
  /** Null: nothing is measured afterwards. */
  readonly test: {
    /** The exam that it is parallel to, and the points of it that are asked again. */
    readonly examId: string
    readonly pointIds: readonly string[]
    readonly openAt: Date
    readonly closeAt: Date
    /** 32 hex digits; the same makes the same paper. */
    readonly seed: string
  } | null
}

interface Asking {
  readonly actor: Actor
  /** Of whoever makes it: only people whom it shows take part. */
  readonly scope: DataScope
  readonly now: Date
  /** Ends the request with words for people. */
  readonly refuse: (text: string) => never
}

/** A draft, with a draft of its exam. Whoever makes it has the rights of each kind that it makes. */
export async function createGapProject(
  db: Db,
  given: GapProject,
  asking: Asking,
): Promise<{ projectId: string; examId: string | null }> {
  const { actor, now, refuse } = asking
  const why = whyNotAllowed(given, actor)
  if (why !== null) return refuse(why)
  const wish = { ...given, staffIds: await activeAmong(db, given.staffIds) }
  if (wish.staffIds.length === 0) return refuse('所选人员都已停用或移除，请重新选择人员')
  const examId = await parallelExam(db, wish, asking)
  const sourceExamId = wish.test?.examId ?? null
  const project = { name: wish.name, beginAt: null, endAt: null, sourceExamId, createdBy: actor.staffId, now }
  const projectId = await insertDraftProject(db, project)
  await insertStages(db, projectId, stagesOf(wish, examId))
  await insertLearners(db, projectId, wish.staffIds, now)
  if (wish.test)
    await insertLoop(db, {
      ...{ projectId, examId: wish.test.examId, afterExamId: examId, knowledgeIds: wish.test.pointIds },
      ...{ isChosenByScore: true, staffIds: wish.staffIds, createdBy: actor.staffId, now },
    })
  return { projectId, examId }
}

function whyNotAllowed({ courses, test }: GapProject, actor: Actor): string | null {
  if (!mayUse(actor, projectCenter.rights.add.code)) return '您没有新建培训项目的权限，请联系管理员'
  return whyNoLearner(actor) ?? (courses.length > 0 ? whyNoCourse(actor) : null) ?? (test ? whyNoExam(actor) : null)
}

async function parallelExam(db: Db, { name, test, staffIds }: GapProject, asking: Asking): Promise<string | null> {
  if (!test) return null
  const { actor, scope, now, refuse } = asking
  const fail = (error: { readonly text: string }, detail?: { readonly text?: string | undefined }) =>
    refuse(detail?.text ?? error.text)
  await usableExam(db, test.examId, { actor, scope, now, fail })
  const paper = await parallelOf(db, { examId: test.examId, knowledgeIds: test.pointIds, seed: test.seed })
  if (paper.questions.length === 0 || paper.shortages.length > 0)
    return refuse(['题库中没有足够的试题组成平行检验', ...paper.shortages].join('；'))
  return draftExamLike(db, {
    ...{
      sourceId: test.examId,
      name: `${cut(name, 95)}-检验`,
      openAt: test.openAt,
      closeAt: test.closeAt,
      limitMinutes: null,
    },
    questions: paper.questions.map(({ questionId, scoreHundredths: score }) => ({
      questionType: paperPart.fixed,
      questionId,
      score,
    })),
    ...{ staffIds, scope, actorId: actor.staffId, now },
    fail: () => refuse('组卷的试题刚刚变更，请重新生成'),
  })
}

function stagesOf({ courses, name }: GapProject, examId: string | null): NewStage[] {
  const learning: NewStage = {
    title: '学习',
    tasks: courses.map((course) => ({ kind: 'course', targetId: course.id, title: course.name, rule: courseRule.parse({}) })),
  }
  if (examId === null) return [learning]
  const title = `${cut(name, 95)}-检验`
  return [
    learning,
    { title: '检验', tasks: [{ kind: 'exam', targetId: examId, title, rule: examRule.parse({ needs: 'handedIn' }) }] },
  ]
}
