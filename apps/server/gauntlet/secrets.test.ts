import type { Endpoint } from '@kaopei/contract'
import type { TestActor } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoomTable } from './company-tables.ts'
import type { FilledCompany } from './fill-company.ts'
import { lastFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, nameOf } from './gauntlet-world.ts'
import { hashMark, plantHashes } from './plant-contacts.ts'

// What no answer may hold: hashes ever, keys of questions for candidates. What managers may not meet of contacts is in contacts.test.ts.

let gauntlet: FilledGauntlet
let tables: RoomTable[]
let company: FilledCompany
beforeAll(async () => {
  gauntlet = await openFilled()
  tables = gauntlet.tables.filter(({ isCompanyTable }) => isCompanyTable)
  company = gauntlet.first
  await administrator(gauntlet.world, company.id)
  await plantSecrets()
})
afterAll(() => gauntlet.close())

const keyMark = '只有阅卷人知道的答案'
const phone = /13[0-9]7777\d{4}/

/** Every phone, address, hash and key of the company becomes one that is recognised wherever it turns up. */
async function plantSecrets(): Promise<void> {
  const { world } = gauntlet
  await plantHashes(world, tables, company.id)
  const kinds: readonly [RegExp, string][] = [
    [/^(phone|sms_address)$/, `'1357777' || lpad(numbered.n::text, 4, '0')`],
    [/^(email|mail_address|address)$/, `'private' || numbered.n || '@secret.example'`],
  ]
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ type }) => type === 'text')) {
      const value = kinds.find(([pattern]) => pattern.test(column.name))?.[1]
      if (!value) continue
      await world.rows(
        `with numbered as (
           select tableoid as part, ctid as place, row_number() over () as n from ${name} where company_id = $1
         )
         update ${name} as planted set ${column.name} = ${value} from numbered
         where planted.tableoid = numbered.part and planted.ctid = numbered.place`,
        [company.id],
      )
    }
  }
  // Many accounts are the phone or the address itself.
  await world.rows(
    `update org.staff set login_account = case when name like '%张三%' then phone else email end where company_id = $1`,
    [company.id],
  )
  await world.rows(
    `update question.question_version set content = content || jsonb_build_object('analysis', $2::text)
       || case when content ? 'referenceAnswer' then jsonb_build_object('referenceAnswer', $2::text) else '{}' end
     where company_id = $1`,
    [company.id, keyMark],
  )
}

/** What the person is told by all calls that they may make, with the ids of what is there. */
async function everyAnswer(
  actor: TestActor,
  endpoints: readonly Endpoint[],
  look: (text: string, name: string) => string | undefined,
  mostInputs: number,
) {
  const wrong = new Set<string>()
  let answered = 0
  for (const endpoint of endpoints) {
    for (const input of lastFilledInputs(endpoint, company, mostInputs)) {
      const { body, statusCode } = await gauntlet.world.as(actor).raw(endpoint, input)
      if (statusCode === 200 && body.startsWith('{"code":0')) answered++
      const found = look(body, nameOf(endpoint))
      if (found !== undefined) wrong.add(`${nameOf(endpoint)}: ${found}`)
    }
  }
  return { answered, wrong: [...wrong] }
}

const reading = () => gauntlet.endpoints.filter(({ facts }) => facts.audit === 'read' && facts.access !== 'public')

function around(text: string, pattern: RegExp): string | undefined {
  const at = text.search(pattern)
  return at < 0 ? undefined : text.slice(Math.max(0, at - 60), at + 40)
}

test('no hash is in any answer, not even to the administrator; who may see phones finds them in more than one', async () => {
  const boss = await gauntlet.world.actor({ companyId: company.id })
  const shown = new Set<string>()
  const { wrong } = await everyAnswer(
    boss,
    reading(),
    (text, name) => {
      if (phone.test(text)) shown.add(name)
      return around(text, new RegExp(hashMark))
    },
    2,
  )
  expect(wrong).toEqual([])
  const roster = 'POST /api/v1/staff/list'
  if (reading().map(nameOf).includes(roster)) expect([...shown]).toContain(roster)
}, 300_000)

test('a candidate meets no key of a question and nobody’s phone, in no call that is open to everybody', async () => {
  const people = await gauntlet.world.rows<{ id: string }>(
    'select distinct staff_id as id from sitting.attempt where company_id = $1',
    [company.id],
  )
  expect(people.length).toBeGreaterThan(1)
  const open = gauntlet.endpoints.filter(
    ({ facts }) => facts.access === 'signedIn' && facts.audit !== 'read' && /sitting|student|exam/i.test(facts.path),
  )
  for (const { id: staffId } of people) {
    const candidate = await gauntlet.world.actor({ companyId: company.id, staffId, rights: [] })
    const look = (text: string) =>
      around(text, new RegExp(keyMark)) ?? around(text, /"correct":|referenceAnswer":"/) ?? around(text, phone)
    const { wrong, answered } = await everyAnswer(candidate, [...reading(), ...open], look, 4)
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(gauntlet.many(10))
  }
}, 300_000)
