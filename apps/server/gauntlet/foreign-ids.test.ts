import type { Endpoint } from '@kaopei/contract'
import type { TestActor } from '@kaopei/server/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FilledCompany } from './fill-company.ts'
import { idsFor, type Near } from './filled-inputs.ts'
import { type FilledGauntlet, firstMark, openFilled } from './filled-world.ts'
import { administrator, again, nameOf } from './gauntlet-world.ts'
import { idFieldsOf, validInput, withId } from './sample-input.ts'
import { type RowWatch, watchRows } from './watch-rows.ts'
import { isUnexpected, send } from './wire.ts'

let gauntlet: FilledGauntlet
let watch: RowWatch
beforeEach(async () => {
  gauntlet = await openFilled()
  watch = await watchRows(gauntlet.world, gauntlet.tables)
})
afterEach(() => gauntlet.close())

interface Sides {
  readonly foreign: FilledCompany
  readonly own: FilledCompany
  readonly near: Near
  /** What is put into one place after the other, where that is less than what is near. */
  readonly tried?: Near
}

/** The input with foreign ids in one place after the other, its other ids being one's own, and in all places at once. */
function foreignInputs(input: unknown, { foreign, own, near, tried = near }: Sides): unknown[] {
  const fields = idFieldsOf(input)
  const athome = fields.reduce((filled, field) => withId(filled, field, idsFor(field.name, own, near)[0] ?? ''), input)
  const each = fields.flatMap((field) => idsFor(field.name, foreign, tried).map((id) => withId(athome, field, id)))
  const all = fields.reduce((filled, field) => withId(filled, field, idsFor(field.name, foreign, near)[0] ?? ''), input)
  return fields.length === 0 ? [] : [...each, all]
}

/** Each once: where the least input and the full one have the same fields, a quarter of all would be sent twice. */
function distinct(inputs: readonly unknown[]): unknown[] {
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}

// Each part has calls of every room and a copy of the companies of its own, whose rows the calls of other parts have not changed.
const parts = [0, 1, 2, 3]

test.each(parts)(
  'another company’s ids find nothing, tell nothing, change nothing and are kept nowhere: part %i',
  async (part) => {
    const { world, endpoints, first: victim, second: home } = gauntlet
    const [stranger, own] = [await administrator(world, home.id), await administrator(world, victim.id)]
    const foreign = [...new Set([...victim.idsByName.values()].flat())]
    const wrong: string[] = []
    const written = new Set<string>()
    let [found, sent] = [0, 0]
    const calls = endpoints.filter(({ facts }) => facts.access !== 'public')
    for (const [callNumber, endpoint] of calls.entries()) {
      if (callNumber % parts.length !== part) continue
      const near = { room: gauntlet.roomOf(endpoint) ?? '', path: endpoint.facts.path, callNumber }
      const [full, least] = [true, false].map((isFull) => validInput(endpoint, { isFull }))
      const sides = { foreign: victim, own: home, near }
      // Things of other rooms have been tried with all fields; with the least of them what the call may mean is tried alone.
      const inputs = distinct([
        ...foreignInputs(full, sides),
        ...foreignInputs(least, { ...sides, tried: { ...near, others: 0 } }),
      ])
      await watch.changed(victim.id)
      const before = await nextTransaction()
      for (const input of inputs) {
        const reply = await send(world, await again(world, stranger), endpoint, input)
        sent++
        const shown = JSON.stringify(input).slice(0, 300)
        if (isUnexpected(reply)) wrong.push(`${nameOf(endpoint)} broke on ${shown}: ${reply.text}`)
        if (reply.text.includes(firstMark)) wrong.push(`${nameOf(endpoint)} told on ${shown}: ${reply.text.slice(0, 300)}`)
      }
      for (const name of await watch.changed(victim.id)) wrong.push(`${nameOf(endpoint)} changed ${name}`)
      for (const name of await watch.changed(home.id)) {
        written.add(name)
        for (const column of await columnsHolding(name, { companyId: home.id, ids: foreign, since: before }))
          wrong.push(`${nameOf(endpoint)} kept one in ${column}`)
      }
      // The same ids at home find something: the inputs mean what they say. What that changes is not the stranger's doing.
      if (await answersOneOf(foreignInputs(full, { foreign: victim, own: victim, near }), endpoint, own)) found++
    }
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(gauntlet.many(3000 / parts.length))
    expect(found).toBeGreaterThan(gauntlet.many(100 / parts.length))
    // What the calls themselves write at home: some twenty tables in all parts.
    expect(written.size).toBeGreaterThan(gauntlet.many(4))
  },
  300_000,
)

/** Columns that repeat what somebody asked for, found or not: whoever reads them looks each id up in their own company. */
const repeated: ReadonlySet<string> = new Set(['kit.operation_log.after', 'jobs.background_job.payload'])

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The number of a transaction that is to come: everything after it has at least that. */
async function nextTransaction(): Promise<string> {
  const [row] = await gauntlet.world.rows<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  return row?.next ?? '0'
}

async function answersOneOf(inputs: readonly unknown[], endpoint: Endpoint, own: TestActor): Promise<boolean> {
  for (const input of inputs)
    if ((await send(gauntlet.world, await again(gauntlet.world, own), endpoint, input)).code === 0) return true
  return false
}

interface Kept {
  readonly companyId: string
  readonly ids: readonly string[]
  /** Rows that no later transaction has written were looked at before. */
  readonly since: string
}

/** Columns of a table in which rows of the company hold one of the ids, alone, in a list or anywhere within a document. */
async function columnsHolding(table: string, { companyId, ids, since }: Kept): Promise<string[]> {
  const rows = await gauntlet.world.rows<{ key: string }>(
    `select distinct held.key
     from ${table} as one,
       jsonb_each_text(to_jsonb(one)) as held,
       regexp_matches(held.value, '${uuid}', 'g') as found
     where one.company_id = $1
       and one.xmin::text::bigint >= $3
       and found[1]::uuid = any($2::uuid[])`,
    [companyId, ids, since],
  )
  return rows.map(({ key }) => `${table}.${key}`).filter((column) => !repeated.has(column))
}
