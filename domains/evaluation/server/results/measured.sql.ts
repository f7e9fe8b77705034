/** What rooms above ask of results: those of knowledge and skill scales alone. Personality and 360° are nobody's ground for anything outside. */
import { id } from '@kaopei/contract'
import { countOf, type Db, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { privateKinds, resultState, scaleStatus } from '../../contract/codes.ts'
import { definition } from '../../contract/definition.ts'
import { report } from '../../contract/report.ts'
import { keyedItemsOf, rangeOf } from '../../contract/rules/keyed-items.ts'
import { levelShown } from '../../contract/rules/level-shown.ts'
import { skillOfDimension } from '../../contract/scale.ts'

const open = sql`s.removed_at is null and s.kind <> all (${privateKinds}::int[])`
const nameRow = z.object({ id, name: z.string() })

/** Names of these; those of nobody, removed ones and private kinds are left out. */
export function scaleNames(db: Db, ids: readonly string[]): Promise<z.input<typeof nameRow>[]> {
  if (ids.length === 0) return Promise.resolve([])
  return rowsOf(db, nameRow)`
    select s.id, s.name from evaluation.scale s where s.company_id = ${db.companyId} and s.id = any(${[...ids]}::uuid[]) and ${open}`
}

export interface MeasuredScale {
  readonly id: string
  readonly name: string
  readonly dimensions: {
    readonly id: string
    readonly name: string
    /** Of its raw score. */
    readonly min: number
    readonly max: number
    /** The highest that its answers can show of a skill; null: it leads to none. */
    readonly level: number | null
    /** Labels of its bands. */
    readonly bands: string[]
  }[]
}

export interface ScaleSearch {
  readonly keyWords?: string | undefined
  readonly ids?: readonly string[] | undefined
}

const scaleRow = z.object({ id, name: z.string(), skillMap: z.array(skillOfDimension), content: z.unknown() })

/** Published ones, as a rule about their results needs them. */
export async function pageOfMeasured(
  db: Db,
  search: ScaleSearch,
  page: { pageIndex: number; pageSize: number },
): Promise<{ dataList: MeasuredScale[]; totalCount: number }> {
  const where = matching(db, search)
  const rows = await rowsOf(db, scaleRow)`
    select s.id, s.name, s.skill_map as "skillMap", v.content
    from evaluation.scale s
    join evaluation.scale_version v on v.company_id = s.company_id and v.id = s.published_id
    where ${where}
    order by s.name, s.id
    limit ${page.pageSize} offset ${(page.pageIndex - 1) * page.pageSize}`
  const totalCount = await countOf(db)`select count(*)::int as count from evaluation.scale s where ${where}`
  return { dataList: rows.map(measuredScale), totalCount }
}

function matching(db: Db, { keyWords, ids }: ScaleSearch): RawBuilder<unknown> {
  const parts = [sql`s.company_id = ${db.companyId}`, open, sql`s.status = ${scaleStatus.published}`]
  if (keyWords) parts.push(sql`strpos(lower(s.name), lower(${keyWords})) > 0`)
  if (ids) parts.push(sql`s.id = any(${[...ids]}::uuid[])`)
  return sql.join(parts, sql` and `)
}

function measuredScale({ id: scaleId, name, skillMap, ...row }: z.output<typeof scaleRow>): MeasuredScale {
  const content = definition.parse(row.content)
  const dimensions = content.dimensions.map((dimension) => {
    const levels = skillMap.filter((one) => one.dimension === dimension.id).map(({ level }) => level)
    return {
      ...{ id: dimension.id, name: dimension.name, ...rangeOf(content, keyedItemsOf(content, dimension)) },
      level: levels.length === 0 ? null : Math.max(...levels),
      bands: [...new Set(content.bands.filter((band) => band.dimension === dimension.id).map(({ label }) => label))],
    }
  })
  return { id: scaleId, name, dimensions }
}

export interface MeasuredResult {
  readonly evaluationResultId: string
  readonly scaleId: string
  readonly staffId: string
  readonly dimensions: readonly {
    readonly id: string
    readonly name: string
    readonly level: number | null
    readonly raw: number | null
    readonly mean: number | null
    readonly t: number | null
    readonly percentile: number | null
    readonly band: string | null
  }[]
}

const resultRow = z.object({ evaluationResultId: id, scaleId: id, staffId: id, report, skillMap: z.array(skillOfDimension) })

/** Results that count of these people and scales, the newest first: neither void nor waiting for somebody to look at them. */
export async function measuredResults(
  db: Db,
  whose: readonly { readonly scaleId: string; readonly staffId: string }[],
): Promise<MeasuredResult[]> {
  if (whose.length === 0) return []
  const rows = await rowsOf(db, resultRow)`
    select r.id as "evaluationResultId", r.scale_id as "scaleId", r.staff_id as "staffId", r.report, s.skill_map as "skillMap"
    from unnest(${whose.map(({ scaleId }) => scaleId)}::uuid[], ${whose.map(({ staffId }) => staffId)}::uuid[]) w (scale_id, staff_id)
    join evaluation.scale s on s.company_id = ${db.companyId} and s.id = w.scale_id and s.kind <> all (${privateKinds}::int[])
    join evaluation.result r on r.company_id = s.company_id and r.scale_id = s.id and r.staff_id = w.staff_id
    where r.state <> all (${[resultState.doubtful, resultState.void]}::int[])
    order by r.issued_at desc, r.id desc`
  return rows.map(({ report: { dimensions }, skillMap, ...row }) => ({
    ...row,
    dimensions: dimensions.map((dimension) => ({
      ...{ id: dimension.id, name: dimension.name, raw: dimension.raw, mean: dimension.mean },
      ...{ t: dimension.compared?.t ?? null, percentile: dimension.compared?.percentile ?? null },
      band: dimension.band?.label ?? null,
      level: highest(skillMap.filter((one) => one.dimension === dimension.id).map(({ level }) => levelShown(level, dimension))),
    })),
  }))
}

function highest(levels: readonly (number | null)[]): number | null {
  const shown = levels.filter((level) => level !== null)
  return shown.length === 0 ? null : Math.max(...shown)
}

/** People with a result that counts, by their ids: so many after one of them. */
export function peopleMeasured(
  db: Db,
  scaleId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  return idsOf(db)`
    select distinct r.staff_id as id from evaluation.result r
    where r.company_id = ${db.companyId} and r.scale_id = ${scaleId} and r.state <> all (${[resultState.doubtful, resultState.void]}::int[])
      and (${after}::uuid is null or r.staff_id > ${after}::uuid)
    order by r.staff_id
    limit ${limit}`
}
