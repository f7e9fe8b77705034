/** Levels of people: as they are kept, or as they stood at a moment that is over. */
import { type Db, lit } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { evidenceClass } from '../../contract/codes.ts'

const fewPeople = 20_000

/** What so many people show is read of them; of more, each skill is read as a whole. */
export const readsOneByOne = (peopleCount: number): boolean => peopleCount <= fewPeople

/** `at` null: as they stand now. */
export interface Standings {
  readonly at: Date | null
  /** Of these skills alone; all of them when not given. */
  readonly skillIds?: readonly string[]
  /** Of one person, by a column of the query around. */
  readonly staffId?: RawBuilder<unknown>
}

const wantedOf = (db: Db, { skillIds, staffId }: Omit<Standings, 'at'>): RawBuilder<unknown> =>
  sql.join(
    [
      sql`s.company_id = ${db.companyId}`,
      ...(skillIds ? [sql`s.skill_id = any(${skillIds}::uuid[])`] : []),
      ...(staffId ? [sql`s.staff_id = ${staffId}`] : []),
    ],
    sql` and `,
  )

const knownAt = (at: Date): RawBuilder<unknown> => sql`
  s.recorded_at < ${at} and (s.expires_at is null or s.expires_at > ${at})
  and not exists (select from skill.withdrawal w where w.company_id = s.company_id and w.evidence_id = s.id and w.at < ${at})`

/** `staff_id`, `skill_id`, `level`, `class`: levels alone, of many people at once. Only what decides is kept of each, so nothing is gathered into arrays. */
export function levelsOf(db: Db, { at, ...who }: Standings): RawBuilder<unknown> {
  if (at === null) return sql`select s.staff_id, s.skill_id, s.level, s.class from skill.staff_skill s where ${wantedOf(db, who)}`
  return sql`
    select distinct on (s.staff_id, s.skill_id) s.staff_id, s.skill_id, s.level, s.class
    from (${evidenceOf(db, { at, ...who })}) s
    order by s.staff_id, s.skill_id, ${strongestFirst}`
}

/** `staff_id`, `skill_id`, `level`, and what `strongestFirst` orders by: all that was known then and can show a level. */
export const evidenceOf = (db: Db, { at, ...who }: Omit<Standings, 'at'> & { readonly at: Date }): RawBuilder<unknown> => sql`
  select s.staff_id, s.skill_id, s.level, s.class, s.at, s.id
  from skill.evidence s
  where ${wantedOf(db, who)} and s.class < ${lit(evidenceClass.exposure)} and ${knownAt(at)}`

/** Of one person and skill: the first of these decides. */
export const strongestFirst = sql`s.class, s.at desc, s.id desc`

/** `staff_id`, `skill_id`, `level`, `class`, `at`, `is_learnt`. What was known then, by the rule of `rules/level-of.ts`. */
export function standingsOf(db: Db, { at, ...who }: Standings): RawBuilder<unknown> {
  const wanted = wantedOf(db, who)
  if (at === null)
    return sql`select s.staff_id, s.skill_id, s.level, s.class, s.at, s.is_learnt from skill.staff_skill s where ${wanted}`
  const strongest = (column: string) =>
    sql`(array_agg(${sql.ref(column)} order by s.class, s.at desc, s.id desc) filter (where s.class < ${lit(evidenceClass.exposure)}))[1]`
  return sql`
    select s.staff_id, s.skill_id, ${strongest('s.level')} as level, ${strongest('s.class')} as class, ${strongest('s.at')} as at,
      bool_or(s.class = ${lit(evidenceClass.exposure)}) as is_learnt
    from skill.evidence s
    where ${wanted} and ${knownAt(at)}
    group by s.staff_id, s.skill_id`
}
