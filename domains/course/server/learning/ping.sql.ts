import { type Db, Gathering, rowsOfPrepared, type Statement, unhurried } from '@kaopei/server'
import { z } from 'zod'
import type { PingInput } from '../../contract/ping.ts'

const creditRow = z.object({
  call: z.int(),
  outcome: z.enum(['busy', 'credited', 'repeated', 'notOpened', 'gone', 'notEnrolled', 'licenceOver', 'noSeat']),
  credited_from: z.array(z.int()),
  credited_until: z.array(z.int()),
  /** Null, as all that follows, of what was not credited. */
  cut: z.int().nullable(),
  covered: z.int().nullable(),
  percent: z.int().nullable(),
  is_complete: z.boolean().nullable(),
  course_percent: z.int().nullable(),
  learned: z.int().nullable(),
})
export type CreditRow = z.output<typeof creditRow>

/** One report, and whose it is. */
interface Ping {
  readonly db: Db
  readonly companyId: string
  readonly staffId: string
  readonly now: Date
  readonly report: PingInput
}

const creditStatement: Statement = { name: 'course_credit_pings', text: 'select * from course.credit_pings($1, $2, $3)' }

/** Reports of one company that come within a moment are one statement: credited and committed together, and judged each for itself. */
const gathering = new Gathering<Ping, CreditRow>({
  ...unhurried,
  subjectOf: ({ staffId }) => staffId,
  run: creditPings,
})

/** Credits a report durably, together with those of others; see the function in the database for every outcome. */
export function creditPing(ping: Ping): Promise<CreditRow> {
  return gathering.ask(ping.companyId, ping)
}

const pagesRow = z.object({ page_seconds: z.array(z.int().nullable()) })
const pagesStatement: Statement = { name: 'course_recorded_pages', text: 'select * from course.recorded_pages($1, $2, $3, $4)' }

/** How long each page that a report told of was in view by now, as it counts. */
export async function recordedPages({ db, companyId, staffId, report }: Ping): Promise<[page: number, seconds: number][]> {
  if (report.pages.length === 0) return []
  const [row] = await rowsOfPrepared(db, pagesRow, pagesStatement, [companyId, staffId, report.course, report.task])
  return report.pages.map(([page]) => [page, row?.page_seconds[page] ?? 0])
}

/** In the order of the reports; undefined where somebody else is at work on the person's learning. */
async function creditPings(pings: readonly Ping[], mayWait: boolean): Promise<(CreditRow | undefined)[]> {
  const [first] = pings
  if (!first) return []
  const given = [first.companyId, JSON.stringify(pings.map(givenReport)), mayWait]
  const answers: (CreditRow | undefined)[] = pings.map(() => undefined)
  for (const row of await rowsOfPrepared(first.db, creditRow, creditStatement, given))
    if (row.outcome !== 'busy') answers[row.call] = row
  return answers
}

/** As the function in the database takes it. */
function givenReport({ staffId: staff, now, report }: Ping, call: number): Record<string, unknown> {
  const { course, task, session, seq, pages, rate, visible, position, late } = report
  // What runs backwards is nothing; a second that was begun counts.
  const ranges = report.ranges.filter(([from, until]) => from < until)
  return {
    ...{ call, staff, course, task, session, seq, now, rate, visible, position },
    froms: ranges.map(([from]) => Math.floor(from)),
    untils: ranges.map(([, until]) => Math.ceil(until)),
    pages: pages.map(([page]) => page),
    seconds: pages.map(([, seconds]) => seconds),
    late: late?.spanMs,
  }
}
