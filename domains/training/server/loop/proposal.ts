/** A plan as people look at it: figures and words, no question of it and no key. */

import type { Actor } from '@kaopei/server'
import type { Proposal } from '../../contract/loop.ts'
import { whyNoCourse, whyNoExam, whyNoPractice } from './access.ts'
import type { Plan } from './plan.service.ts'
import { fewest } from './rules/gain.ts'

interface Telling {
  readonly actor: Actor
  readonly seed: string
  /** Of all points that are told. */
  readonly names: ReadonlyMap<string, string>
}

export function proposalOf(plan: Plan, { actor, seed, names }: Telling): Proposal {
  const { exam, staffIds, courses, wrong, others, paper } = plan
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '')
  const practised = [...wrong, ...others]
  return {
    seed,
    examName: exam.name,
    peopleCount: staffIds.length,
    points: plan.points.map((point) => ({
      ...shownPoint(point),
      courseCount: courses.filter(({ pointIds }) => pointIds.includes(point.id)).length,
      practiceCount: practised.filter(({ pointIds }) => pointIds.includes(point.id)).length,
      paperCount: paper.cells.reduce((sum, { pointIds, needed }) => sum + (pointIds.includes(point.id) ? needed : 0), 0),
    })),
    courses: courses.map(({ id, name, pointIds, coursewareNames }) => ({
      ...{ id, name, coursewareNames, pointNames: namesOf(pointIds), refusal: whyNoCourse(actor) },
    })),
    practice: { wrongCount: wrong.length, otherCount: others.length, refusal: whyNoPractice(actor) },
    paper: {
      questionCount: paper.cells.reduce((sum, { needed }) => sum + needed, 0),
      sumScore: paper.questions.reduce((sum, { scoreHundredths }) => sum + scoreHundredths, 0),
      isFeasible: isFeasible(plan),
      cells: paper.cells.map(({ pointIds, ...cell }) => ({ ...cell, pointNames: namesOf(pointIds) })),
      shortages: [...paper.shortages],
      refusal: whyNoExam(actor),
    },
    missing: [...leftOutOf(plan), ...missingOf(plan)],
  }
}

export function isFeasible({ paper }: Pick<Plan, 'paper'>): boolean {
  return paper.shortages.length === 0 && paper.questions.length > 0
}

export function shownPoint({ share, ...point }: Plan['points'][number]) {
  return { ...point, percent: share === null ? null : percentOf(share), isSmallSample: point.peopleCount < fewest }
}

/** With one place. */
export function percentOf(share: number): number {
  return Math.round(share * 1000) / 10
}

/** What there is and the project does not take. */
function leftOutOf({ courses, courseCount, wrong, wrongCount, inactiveCount }: Plan): string[] {
  return [
    ...(inactiveCount > 0 ? [`另有 ${inactiveCount} 人已停用或已移除，不参加培训`] : []),
    ...(courseCount > courses.length
      ? [`讲到这些知识点的课程共 ${courseCount} 门，只列出讲到最多知识点的 ${courses.length} 门`]
      : []),
    ...(wrongCount > wrong.length ? [`这些人答错的试题共 ${wrongCount} 题，练习只取答错人数最多的 ${wrong.length} 题`] : []),
  ]
}

function missingOf({ points, courses, outside, wrong, others }: Plan): string[] {
  return points.flatMap(({ id, name }) => {
    const isIn = ({ pointIds }: { readonly pointIds: readonly string[] }) => pointIds.includes(id)
    const looseCount = outside.filter(isIn).length
    const loose = outside
      .filter(isIn)
      .slice(0, 5)
      .map(({ title }) => `《${title}》`)
    const more = looseCount > loose.length ? `等 ${looseCount} 个` : ''
    const courseware = loose.length > 0 ? `；课件${loose.join('、')}${more}讲到它，但不在任何已上架的课程中` : ''
    return [
      ...(courses.some(isIn) ? [] : [`没有已上架的课程讲到“${name}”${courseware}`]),
      ...([...wrong, ...others].some(isIn) ? [] : [`题库中没有“${name}”的可用试题供练习`]),
    ]
  })
}
