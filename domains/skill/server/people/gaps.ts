/** Gaps of people against models of posts, and the courses that close them. */
import type { Db } from '@kaopei/server'
import { coursesToRecommend, type NamedTeaching } from '../links/link.sql.ts'
import { presentModels, type StoredDemand, selectDemands } from '../posts/post-model.sql.ts'
import { levelsOfPeople } from '../reports/people.sql.ts'
import { type Fit, fitOf, type Shows } from '../rules/fit.ts'
import type { LeftOver } from '../rules/left-words.ts'
import { type Gap, type Recommended, recommend } from '../rules/recommend.ts'

export interface Model {
  readonly postId: string
  readonly versionId: string
  readonly number: number
  readonly demands: readonly StoredDemand[]
}

/** The present models of these posts, by post; of all with null. */
export async function modelsOf(db: Db, postIds: readonly string[] | null): Promise<ReadonlyMap<string, Model>> {
  const models = await presentModels(db, postIds)
  const demands = await selectDemands(
    db,
    models.map(({ versionId }) => versionId),
  )
  const of = Map.groupBy(demands, ({ versionId }) => versionId)
  return new Map(models.map((model) => [model.postId, { ...model, demands: of.get(model.versionId) ?? [] }]))
}

export interface Judged {
  readonly staffId: string
  readonly model: Model
  readonly fit: Fit
  readonly shown: ReadonlyMap<string, Shows>
  readonly gaps: readonly Gap[]
  readonly courses: readonly (Recommended & { readonly name: string; readonly reason: string })[]
  /** What no course closes. */
  readonly left: readonly LeftOver[]
}

interface Member {
  readonly staffId: string
  readonly postId: string
}

const atOnce = 2000

/** Each person against the model of the given post; whoever's post has none is left out. */
export async function judgeAll(db: Db, members: readonly Member[]): Promise<Judged[]> {
  const models = await modelsOf(db, [...new Set(members.map(({ postId }) => postId))])
  const skillIds = [...new Set([...models.values()].flatMap(({ demands }) => demands.map(({ skillId }) => skillId)))]
  const courses = await coursesToRecommend(db)
  const judged: Judged[] = []
  for (let from = 0; from < members.length; from += atOnce) {
    const portion = members.slice(from, from + atOnce)
    const levels = Map.groupBy(
      await levelsOfPeople(
        db,
        portion.map(({ staffId }) => staffId),
        skillIds,
      ),
      ({ staffId }) => staffId,
    )
    for (const { staffId, postId } of portion) {
      const model = models.get(postId)
      if (model) judged.push(judge({ staffId, model, levels: levels.get(staffId) ?? [], courses }))
    }
    // Whoever else waits in the process has their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return judged
}

interface Judging {
  readonly staffId: string
  readonly model: Model
  readonly levels: readonly (Shows & { readonly skillId: string })[]
  readonly courses: readonly NamedTeaching[]
}

function judge({ staffId, model, levels, courses }: Judging): Judged {
  const shown = new Map(levels.map((one) => [one.skillId, one]))
  const fit = fitOf(model.demands, (skillId) => shown.get(skillId))
  const gaps = model.demands.flatMap(({ skillId, requiredLevel, weight }) => {
    const level = shown.get(skillId)?.level ?? 0
    return level < requiredLevel ? [{ skillId, requiredLevel, weight, level }] : []
  })
  const { chosen, left } = recommend(gaps, courses)
  const names = new Map(model.demands.map(({ skillId, skillName }) => [skillId, skillName]))
  const nameOf = new Map(courses.map(({ id, name }) => [id, name]))
  return {
    ...{ staffId, model, fit, shown, gaps },
    courses: chosen.map((one) => ({ ...one, name: nameOf.get(one.id) ?? '', reason: reasonOf(one, names, shown) })),
    left: left.map(({ skillId, level, requiredLevel }) => {
      return { skillId, skillName: names.get(skillId) ?? '', missing: requiredLevel - level }
    }),
  }
}

function reasonOf(
  { closes, gainPerHour }: Recommended,
  names: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, Shows>,
): string {
  const parts = closes.map(({ skillId, from, to }) => {
    const start = from === 0 ? withoutLevel(shown.get(skillId)) : ` ${from} 级`
    return `${names.get(skillId) ?? ''}由${start}到 ${to} 级`
  })
  return `${parts.join('、')}；每学时加权提升 ${Math.round(gainPerHour * 100) / 100}`
}

/** Tested without reaching a level is not the same as never tested. */
const withoutLevel = (shows: Shows | undefined) => ((shows?.class ?? null) === null ? '未测量' : '未达到级别')
