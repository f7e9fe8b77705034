import { randomBytes } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { type Actor, type DataScope, type Db, type Fail, type Handlers, implement, mayUse, scopeOn } from '@kaopei/server'
import { createGapProject } from '@kaopei/training/server'
import type { z } from 'zod'
import { planErrors, postModelErrors } from '../../contract/errors.ts'
import { personReaders, skillPlan } from '../../contract/person.ts'
import { findPost } from '../posts/post-model.sql.ts'
import { coversScope } from '../reports/heat.ts'
import { neededCourses } from '../reports/report.service.ts'
import { leftOfMany, leftOfOne } from '../rules/left-words.ts'
import { fewest } from '../rules/suppress.ts'
import { type Judged, judgeAll, type Model, modelsOf } from './gaps.ts'
import {
  countPlanPeople,
  examsOf,
  findPlan,
  gapsOfPlan,
  insertPlan,
  measuredLevels,
  pageOfPlans,
  peopleToTrain,
} from './plan.sql.ts'

type Who = z.output<(typeof skillPlan)['propose']['input']>['who']
const mostPeople = 2000

interface Found {
  readonly postName: string
  readonly model: Model
  readonly staffIds: readonly string[]
  /** With something that they lack. */
  readonly judged: readonly Judged[]
}

async function found(
  db: Db,
  { who, postId, scope }: { readonly who: Who; readonly postId: string; readonly scope: DataScope },
  fail: Fail<(typeof postModelErrors)['noModel'] | (typeof planErrors)['nobody' | 'tooMany']>,
): Promise<Found> {
  const post = await findPost(db, postId)
  const model = (await modelsOf(db, [postId])).get(postId)
  if (!post || !model) return fail(postModelErrors.noModel)
  const staffIds = await peopleToTrain(db, { ...who, scope }, mostPeople + 1)
  if (staffIds.length > mostPeople) return fail(planErrors.tooMany)
  if (staffIds.length === 0) return fail(planErrors.nobody)
  const all = await judgeAll(
    db,
    staffIds.map((staffId) => ({ staffId, postId })),
  )
  return { postName: post.name, model, staffIds, judged: all.filter(({ gaps }) => gaps.length > 0) }
}

const leftOf = ([first, ...others]: readonly Judged[]) =>
  others.length === 0 ? leftOfOne(first?.left ?? []) : leftOfMany([first, ...others].map((one) => one?.left ?? []))

const skillsOf = (judged: readonly Judged[]) => [...new Set(judged.flatMap(({ gaps }) => gaps.map(({ skillId }) => skillId)))]

const handlers: Handlers<typeof skillPlan> = {
  propose: async ({ who, postId }, { db, fail, scope }) => {
    const { postName, staffIds, judged } = await found(db, { who, postId, scope }, fail)
    const reasons = new Map(judged.flatMap(({ courses }) => courses.map(({ id, reason }) => [id, reason] as const)))
    const withGaps = judged.map(({ staffId }) => staffId)
    const exams = await examsOf(db, { staffIds: withGaps, skillIds: skillsOf(judged) })
    return {
      ...{ postName, peopleCount: staffIds.length, gapPeopleCount: judged.length },
      courses: neededCourses(judged).map((course) => ({
        ...course,
        reason:
          judged.length === 1
            ? (reasons.get(course.id) ?? '')
            : `${course.peopleCount} 人需要，例如：${reasons.get(course.id) ?? ''}`,
      })),
      left: leftOf(judged),
      exams: exams.map(({ pointIds: _points, ...exam }) => exam),
    }
  },

  create: async ({ who, postId, name, courseIds, test }, { actor, db, fail, now, record, scope }) => {
    const { model, judged } = await found(db, { who, postId, scope }, fail)
    const known = new Map(neededCourses(judged).map((course) => [course.id, course]))
    const courses = courseIds.flatMap((id) => known.get(id) ?? [])
    if (courses.length !== courseIds.length || judged.length === 0) return fail(planErrors.noGaps)
    const staffIds = judged.map(({ staffId }) => staffId)
    const exam = test && (await examsOf(db, { staffIds, skillIds: skillsOf(judged) })).find(({ id }) => id === test.examId)
    if (test && !exam) return fail(planErrors.noExam)
    const parallel =
      test && exam
        ? {
            ...{ examId: exam.id, pointIds: exam.pointIds, openAt: test.beginTime, closeAt: test.endTime },
            seed: randomBytes(16).toString('hex'),
          }
        : null
    const refuse = (text: string) => fail(planErrors.notAllowed, { text })
    const made = await createGapProject(db, { name, courses, staffIds, test: parallel }, { actor, scope, now, refuse })
    const skillIds = model.demands.map(({ skillId }) => skillId)
    const before = Map.groupBy(await measuredLevels(db, { staffIds, skillIds, now }), ({ staffId }) => staffId)
    const people = staffIds.map((staffId) => ({
      staffId,
      levels: Object.fromEntries((before.get(staffId) ?? []).map(({ skillId, level }) => [skillId, level])),
    }))
    await insertPlan(
      db,
      { projectId: made.projectId, versionId: model.versionId, afterExamId: made.examId, createdBy: actor.staffId, people },
      now,
    )
    record({ targetId: made.projectId, targetName: name, after: { peopleCount: staffIds.length, courseIds } })
    return made
  },

  list: async (page, { db, scope }) => pageOfPlans(db, scope, page),

  effect: async ({ projectId }, { actor, db, fail, now, scope }) => {
    const plan = await findPlan(db, projectId)
    if (!plan) return fail(protocolErrors.notFound)
    const peopleCount = await countPlanPeople(db, projectId, scope)
    if (peopleCount === 0) return fail(protocolErrors.notFound)
    const isOpen = opensEach(actor, scope)
    const rows = peopleCount < fewest && !isOpen ? null : await gapsOfPlan(db, plan, scope)
    return { asOf: now, name: plan.name, peopleCount, rows: (isOpen ? rows : rows?.map(hideFew)) ?? null, notes: effectNotes }
  },
}

/** Whether they may open each person whom the scope shows: then a small number hides nothing. */
function opensEach(actor: Actor, scope: DataScope): boolean {
  const reader = personReaders.find(({ code }) => mayUse(actor, code))
  return reader !== undefined && coversScope(scopeOn(actor, reader.menu), scope)
}

/** Of fewer than five no mean is told. */
function hideFew<Row extends { readonly bothCount: number }>(row: Row) {
  return row.bothCount < fewest ? { ...row, before: null, after: null } : row
}

const effectNotes = [
  '差距为岗位要求级别减去实际级别的平均值，已达到要求按 0 计，测过但没有达到任何级别按 0 级计；前后两个数都只统计项目生成前测过、之后又测过的人员；上级评定和证书不是测量，不计入；安排了检验考试的，之后只看这场检验。',
  '没有对照组时，前后变化不能证明是培训带来的；检验试卷与原试卷没有相同的试题。',
]

export const skillPlanEndpoints = implement(skillPlan, handlers)
