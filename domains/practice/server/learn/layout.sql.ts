/** Which questions of what somebody has met come into a round. */
import { id } from '@kaopei/contract'
import { offeredQuestions, pointsOfQuestions } from '@kaopei/question/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { runMode } from '../../contract/codes.ts'
import { wrongBy } from '../rules/after-answer.ts'

const chosenRow = z.object({ questionId: id, practiceId: id.nullable(), max: z.int().nullable() })
export type ChosenQuestion = z.output<typeof chosenRow>
const candidateRow = chosenRow.extend({ isOffered: z.boolean() })

interface Wish {
  readonly staffId: string
  readonly mode: number
  /** Only what came by this practice. */
  readonly practiceId: string | null
  readonly knowledgePointId: string | null
  readonly now: Date
  /** The local day. */
  readonly day: string
  readonly limit: number
}

/** Of one knowledge point where one is given. Due ones by how likely they are forgotten, others by what was practised longest ago: a next round has what did not come into this one. */
export async function chooseMet(db: Db, wish: Wish): Promise<ChosenQuestion[]> {
  // Somebody may have met tens of thousands. Only the first of them need an order and a look whether they are offered still.
  const most = 4 * wish.limit + 50
  const first = await chooseAmong(db, wish, most)
  return first.lookedAt < most || first.chosen.length === wish.limit ? first.chosen : (await chooseAmong(db, wish, null)).chosen
}

/** `most`: so many are looked at; null: all. */
async function chooseAmong(db: Db, wish: Wish, most: number | null) {
  const { staffId, mode, practiceId, knowledgePointId, now, day, limit } = wish
  const { which, order } = kindOf(mode, { now, day })
  const ofPoint = sql`m.question_id in (select l.question_id from (${pointsOfQuestions(db)}) l where l.point_id = ${knowledgePointId})`
  const ofPractice = practiceId === null ? sql`true` : sql`m.practice_id = ${practiceId}`
  const rows = await rowsOf(db, candidateRow)`
    select c.question_id as "questionId", c.practice_id as "practiceId", c.last_max as max,
      exists (select from (${offeredQuestions(db)}) o where o.id = c.question_id) as "isOffered"
    from (
      select m.question_id, m.practice_id, m.last_max, ${order} as place
      from practice.memory m
      where m.company_id = ${db.companyId} and m.staff_id = ${staffId} and ${which} and ${ofPractice}
        and ${knowledgePointId === null ? sql`true` : ofPoint}
      order by place, m.question_id
      limit ${most}
    ) c
    order by c.place, c.question_id`
  const chosen = rows.filter(({ isOffered }) => isOffered).slice(0, limit)
  return { lookedAt: rows.length, chosen }
}

function kindOf(mode: number, { now, day }: Pick<Wish, 'now' | 'day'>) {
  if (mode === runMode.wrong) return { which: sql`m.wrong_since is not null and ${wrongIsSeen}`, order: sql`m.last_at` }
  if (mode === runMode.favourites) return { which: sql`m.is_favourite`, order: sql`m.last_at` }
  if (mode === runMode.due)
    // Retrievability falls with days ÷ stability: the greatest of it is the likeliest forgotten. What was never learnt comes first.
    return {
      which: sql`m.due_at <= ${now}`,
      order: sql`coalesce((m.reviewed_on - ${day}::date) / m.stability, '-infinity'::double precision)`,
    }
  return { which: sql`true`, order: sql`m.last_at` }
}

/** Of the memory `m`: that it is wrong may be seen. */
export const wrongIsSeen = sql`(
    m.wrong_by = ${lit(wrongBy.exam)}
    or m.practice_id is null
    or exists (
      select from practice.practice seen
      where seen.company_id = m.company_id and seen.id = m.practice_id and seen.permit_view_result
    )
  )`
