import type { Endpoint } from '@kaopei/contract'
import type { TestActor } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsFor, type Near } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, again, isOfPlatform, nameOf } from './gauntlet-world.ts'
import { wordlessFields } from './logged-words.ts'
import { asRecord, idFieldsOf, withId } from './sample-input.ts'
import { defaultsOf, variedInput } from './varied-input.ts'
import { type ColumnWatch, watchColumns } from './watch-columns.ts'
import { type Reply, send } from './wire.ts'

// Every call that changes what is there is sent with all that it takes, and then with what it must be told alone: the rest stays as it is.

let gauntlet: FilledGauntlet
let watch: ColumnWatch
let boss: TestActor
beforeAll(async () => {
  gauntlet = await openFilled()
  const { world, first, tables } = gauntlet
  boss = await administrator(world, first.id)
  // What is removed is not changed.
  const removable = tables.filter(({ columns }) => columns.some(({ name, isNullable }) => name === 'removed_at' && isNullable))
  for (const { name } of removable)
    await world.rows(`update ${name} set removed_at = null where company_id = $1`, [first.id]).catch(() => undefined)
  watch = await watchColumns(world, tables)
})
afterAll(() => gauntlet.close())

type Input = Readonly<Record<string, unknown>>

/** Calls that change things by what they are told of them; others make, remove or move. */
function updating(): Endpoint[] {
  const changes = /^(?:update|modify|save|edit|change|set|mark)/
  const others = /(?:create|createList|add\w*|copy|delete\w*|remove|move\w*|courseChapterDelete)$/
  return gauntlet.endpoints.filter(
    ({ facts: { audit, path } }) => typeof audit === 'object' && changes.test(audit.action) && !others.test(path),
  )
}

class Changing {
  readonly #endpoint: Endpoint
  readonly wrong: string[] = []

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  /** With a session of its own, for some calls end it, and with the version of the day. */
  async #send(input: Input): Promise<Reply> {
    const reply = await this.#sendOnce(input)
    if (reply.code !== 1007) return reply
    const { version } = asRecord(asRecord(JSON.parse(reply.text)).data)
    return this.#sendOnce({ ...input, version })
  }

  async #sendOnce(input: Input): Promise<Reply> {
    const actor = await again(gauntlet.world, boss, isOfPlatform(this.#endpoint))
    return send(gauntlet.world, actor, this.#endpoint, input)
  }

  async #isTaken(input: Input): Promise<boolean> {
    return (await this.#send(input)).code === 0
  }

  /** As many of the fields as are taken together. */
  async #setMost(required: Input, optional: Input): Promise<Input> {
    if (await this.#isTaken({ ...required, ...optional })) return optional
    let taken: Input = {}
    for (const [name, value] of Object.entries(optional))
      if (await this.#isTaken({ ...required, ...taken, [name]: value })) taken = { ...taken, [name]: value }
    return taken
  }

  /** False where the call does not take it, or none of the fields that may be left out. */
  async leaves(required: Input, optional: Input): Promise<boolean> {
    if (!(await this.#isTaken(required))) return false
    const taken = await this.#setMost(required, optional)
    await watch.changes()
    if (!(await this.#isTaken(required))) return false
    for (const change of await watch.changes()) this.wrong.push(`${nameOf(this.#endpoint)}: ${change}`)
    return Object.keys(taken).length > 0
  }
}

/** The least input with ids of what is there: of the thing that is changed one after the other, all of the call's own room. */
function filled(input: Input, near: Near): Input {
  const { first: company } = gauntlet
  const fill = (known: Input, field: ReturnType<typeof idFieldsOf>[number]) =>
    asRecord(withId(known, field, idsFor(field.name, company, near)[0] ?? ''))
  return idFieldsOf(input).reduce<Input>(fill, input)
}

async function walk(endpoint: Endpoint, callNumber: number): Promise<{ isReached: boolean; wrong: readonly string[] }> {
  const { first: company, roomOf } = gauntlet
  const near = { room: roomOf(endpoint) ?? '', path: endpoint.facts.path, callNumber, others: 0 }
  const changing = new Changing(endpoint)
  let place = 0
  let isReached = false
  for (const turn of [0, 1]) {
    const varied = variedInput(endpoint, turn)
    const [required, optional] = [filled(varied.required, near), filled(varied.optional, near)]
    const others = idFieldsOf(required).flatMap((field) =>
      idsFor(field.name, company, near).map((id) => asRecord(withId(required, field, id))),
    )
    const candidates = [required, ...others]
    // What the first turn has found is what the second one changes.
    for (; place < candidates.length; place++)
      if (await changing.leaves(candidates[place] ?? {}, optional)) {
        isReached = true
        break
      }
  }
  return { isReached, wrong: changing.wrong }
}

test('what an update does not name stays as it is, and the log has a word for every field of it', async () => {
  const wrong: string[] = []
  let reachedCount = 0
  for (const [callNumber, endpoint] of updating().entries()) {
    if (Object.keys(variedInput(endpoint, 0).optional).length === 0) continue
    const found = await walk(endpoint, callNumber)
    wrong.push(...found.wrong)
    if (found.isReached) reachedCount++
  }
  expect(wrong).toEqual([])
  expect(reachedCount).toBeGreaterThan(gauntlet.many(30))
  // The log of all this is about fields that have a word.
  expect((await gauntlet.world.rows('select from kit.operation_log')).length).toBeGreaterThan(gauntlet.many(100))
  expect(await wordlessFields(gauntlet.world)).toEqual([])
}, 300_000)

/** Fields that say something of the change itself, or name what is changed one by one. */
const ofTheChange: readonly string[] = [
  'POST /api/v1/system/user/selfModifyPassword: check',
  'POST /api/v1/exam/proctor/extend: note',
  'POST /api/v1/course/unlockMode: nodes',
  'POST /api/v1/train/project/task/unlockModel: nodes',
  'POST /api/v1/evaluation/postModel/save: note',
]

test('no update has a default for what is left out, also where nothing of the company could be sent', () => {
  const found = updating().flatMap((endpoint) => defaultsOf(endpoint).map((name) => `${nameOf(endpoint)}: ${name}`))
  expect(found.filter((name) => !ofTheChange.includes(name))).toEqual([])
})
