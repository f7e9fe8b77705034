/** From a plan to drafts: a practice, a parallel exam, a project of three stages that leads through them. */
import { cut, protocolErrors } from '@kaopei/contract'
import { draftExamLike, examCards } from '@kaopei/exam/server'
import { paperPart } from '@kaopei/paper/contract/paper'
import { draftPractice } from '@kaopei/practice/server'
import { type Context, ProtocolFailure } from '@kaopei/server'
import type { z } from 'zod'
import { loopErrors } from '../../contract/errors.ts'
import type { loop } from '../../contract/loop.ts'
import { courseRule, examRule, projectPracticeRule } from '../../contract/outline.ts'
import { whyNoCourse, whyNoExam, whyNoLearner, whyNoPractice } from './access.ts'
import { insertDraftProject, insertLearners, insertStages, type NewStage, type NewTask } from './draft-project.sql.ts'
import { findLoop, insertLoop, updateAfterExam } from './loop.sql.ts'
import { type Plan, planOf } from './plan.service.ts'
import { isFeasible } from './proposal.ts'

type Creating = Context<typeof loop.create>
type Wish = z.output<(typeof loop)['create']['input']>

/** Questions of practices are worth as much as one another. */
const practiceScore = 100

export async function createFromExam(wish: Wish, context: Creating) {
  const { actor, db, fail, now, record } = context
  refuseWhatIsNotAllowed(wish, context)
  if (wish.courseIds.length === 0 && !wish.hasPractice && wish.exam === null) return fail(loopErrors.nothingChosen)
  const plan = await planOf(db, wish, context)
  const courses = coursesOf(plan, wish, fail)
  const practiceId = wish.hasPractice ? await practiceOf(plan, wish, context) : null
  const examId = wish.exam === null ? null : await examOf(plan, wish.exam, context)
  const projectId = await insertDraftProject(db, {
    ...{ name: wish.name, beginAt: wish.beginTime ?? null, endAt: wish.endTime ?? null },
    ...{ sourceExamId: plan.exam.id, createdBy: actor.staffId, now },
  })
  await insertStages(db, projectId, stagesOf({ courses, practiceId, examId }, wish))
  await insertLearners(db, projectId, plan.staffIds, now)
  await insertLoop(db, {
    ...{ projectId, examId: plan.exam.id, afterExamId: examId, knowledgeIds: wish.knowledgeIds },
    isChosenByScore: 'belowPercent' in wish.people,
    ...{ staffIds: plan.staffIds, createdBy: actor.staffId, now },
  })
  const after = { examName: plan.exam.name, peopleCount: plan.staffIds.length }
  record({ targetId: projectId, targetName: wish.name, after })
  return { projectId, practiceId, examId }
}

function refuseWhatIsNotAllowed(wish: Wish, { actor, fail }: Creating): void {
  const why =
    whyNoLearner(actor) ??
    (wish.courseIds.length > 0 ? whyNoCourse(actor) : null) ??
    (wish.hasPractice ? whyNoPractice(actor) : null) ??
    (wish.exam === null ? null : whyNoExam(actor))
  if (why !== null) fail(loopErrors.notAllowed, { text: why })
}

function coursesOf(plan: Plan, { courseIds }: Wish, fail: Creating['fail']): Plan['courses'] {
  const known = new Map(plan.courses.map((course) => [course.id, course]))
  return courseIds.map(
    (id) => known.get(id) ?? fail(loopErrors.outdated, { text: '所选课程已下架或不再讲到这些知识点，请重新查看方案' }),
  )
}

async function practiceOf({ wrong, others, staffIds }: Plan, wish: Wish, context: Creating): Promise<string> {
  const { actor, db, fail, now, scope } = context
  const questions = [...wrong, ...others].map(({ questionId }) => ({
    questionType: paperPart.fixed,
    ...{ questionId, score: practiceScore },
  }))
  if (questions.length === 0) return fail(loopErrors.outdated, { text: '没有可供练习的试题，请不安排练习后再生成' })
  return draftPractice(db, {
    name: `${cut(wish.name, 97)}-练习`,
    information: '',
    ...{ questions, staffIds, scope, actorId: actor.staffId, now },
    fail: () => fail(loopErrors.outdated),
  })
}

async function examOf(plan: Plan, exam: NonNullable<Wish['exam']>, context: Creating): Promise<string> {
  const { actor, db, fail, now, scope } = context
  const { paper, staffIds } = plan
  if (!isFeasible(plan)) return fail(loopErrors.paperShort, { text: [loopErrors.paperShort.text, ...paper.shortages].join('；') })
  return draftExamLike(db, {
    ...{ sourceId: plan.exam.id, name: exam.name, openAt: exam.beginTime, closeAt: exam.endTime },
    limitMinutes: exam.duration ?? null,
    questions: paper.questions.map(({ questionId, scoreHundredths: score }) => ({
      questionType: paperPart.fixed,
      ...{ questionId, score },
    })),
    ...{ staffIds, scope, actorId: actor.staffId, now },
    fail: () => fail(loopErrors.outdated),
  })
}

interface Made {
  readonly courses: Plan['courses']
  readonly practiceId: string | null
  readonly examId: string | null
}

/** Only stages that have something. The exam counts as done when it was handed in: its purpose is to measure. */
function stagesOf({ courses, practiceId, examId }: Made, wish: Wish): NewStage[] {
  const learning = courses.map(
    ({ id, name }): NewTask => ({ kind: 'course', targetId: id, title: name, rule: courseRule.parse({}) }),
  )
  const title = '针对错题与薄弱知识点的练习'
  const practising: NewTask[] =
    practiceId === null ? [] : [{ kind: 'practice', targetId: practiceId, title, rule: projectPracticeRule.parse({}) }]
  const testing: NewTask[] =
    examId === null
      ? []
      : [{ kind: 'exam', targetId: examId, title: wish.exam?.name ?? '', rule: examRule.parse({ needs: 'handedIn' }) }]
  const stages = [
    { title: '学习', tasks: learning },
    { title: '练习', tasks: practising },
    { title: '检验', tasks: testing },
  ]
  return stages.filter(({ tasks }) => tasks.length > 0)
}

/** Any other exam than the one that the people were chosen by. */
export async function setAfterExam(
  { projectId, version, examId }: { projectId: string; version: number; examId: string },
  { db, actor, fail, record }: Context<typeof loop.setAfterExam>,
) {
  const why = whyNoExam(actor)
  if (why !== null) return fail(loopErrors.notAllowed, { text: '您没有管理考试的权限，不能指定检验考试' })
  const found = await findLoop(db, projectId)
  if (!found) return fail(loopErrors.notLoop)
  const [exam] = await examCards(db, [examId])
  if (!exam) throw new ProtocolFailure(protocolErrors.notFound)
  if (examId === found.examId) return fail(loopErrors.examRefused, { text: '检验考试不能是培训前的那场考试，请选择另一场' })
  if (!(await updateAfterExam(db, { loopId: found.id, version, examId }))) throw new ProtocolFailure(protocolErrors.changed)
  record({
    targetId: projectId,
    targetName: exam.name,
    before: { afterExamId: found.afterExamId },
    after: { afterExamId: examId },
  })
  return {}
}
