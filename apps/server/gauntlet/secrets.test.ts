import type { Endpoint, Right } from '@kaopei/contract'
import { download } from '@kaopei/jobs/contract/download'
import { staffMenu } from '@kaopei/org/contract/menus'
import type { TestActor } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menus } from '../modules.ts'
import type { RoomTable } from './company-tables.ts'
import type { FilledCompany } from './fill-company.ts'
import { filledInputs, lastFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, nameOf } from './gauntlet-world.ts'

// What no answer may hold: hashes and keys ever, phones and addresses in full without the right to see them, keys of questions for candidates.

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

const hashMark = 'HASHTHATNOBODYMAYSEE'
const keyMark = '只有阅卷人知道的答案'
const phone = /13[0-9]7777\d{4}/
const email = /private\d+@secret\.example/

/** Every phone, address, hash and key of the company becomes one that is recognised wherever it turns up. */
async function plantSecrets(): Promise<void> {
  const { world } = gauntlet
  const kinds: readonly [RegExp, string][] = [
    [
      /^(password_hash|token_hash|secret_hash|sealed_secret|answer_hash|request_hash)$/,
      `'${hashMark}' || left(md5(random()::text), 12)`,
    ],
    [/^(phone|sms_address)$/, `'1357777' || (1000 + floor(random() * 8999))::int`],
    [/^(email|mail_address|address)$/, `'private' || floor(random() * 1e9)::bigint || '@secret.example'`],
  ]
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ type }) => type === 'text')) {
      const value = kinds.find(([pattern]) => pattern.test(column.name))?.[1]
      if (value) await world.rows(`update ${name} set ${column.name} = ${value} where company_id = $1`, [company.id])
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

function allRights(): Right[] {
  const found = gauntlet.endpoints.flatMap(({ facts: { access } }) =>
    typeof access === 'string' ? [] : 'code' in access ? [access] : [...access],
  )
  return [...new Map(found.map((right) => [right.code, right])).values()]
}

/** Everything but the right to see phones and addresses in full; everybody's data. */
function discreetManager(): Promise<TestActor> {
  return gauntlet.world.actor({
    companyId: company.id,
    rights: allRights().filter(({ code }) => code !== staffMenu.rights.seePrivate.code),
    scopes: Object.fromEntries(menus.map(({ name }) => [name, { kind: 'all' as const }])),
  })
}

/** What the person is told by all calls that they may make, with the ids of what is there. */
async function everyAnswer(
  actor: TestActor,
  endpoints: readonly Endpoint[],
  look: (text: string, name: string) => string | undefined,
  mostInputs = 100,
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

test('without the right to see them no answer holds a phone or an address in full, and none a hash', async () => {
  const { answered, wrong } = await everyAnswer(
    await discreetManager(),
    reading(),
    (text) => around(text, phone) ?? around(text, email) ?? around(text, new RegExp(hashMark)),
    6,
  )
  expect(wrong).toEqual([])
  expect(answered).toBeGreaterThan(gauntlet.many(100))
}, 300_000)

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

/** Some exports take hundreds of inputs: of each so many files are read. */
const mostExports = 4

test('no export holds a phone or an address in full for whoever may not see them', async () => {
  const manager = await discreetManager()
  const exports = gauntlet.endpoints.filter(
    ({ facts }) => /export/i.test(facts.path) && !facts.path.startsWith('/api/v1/download/'),
  )
  const wrong: string[] = []
  let files = 0
  for (const endpoint of exports) {
    const started = new Set<string>()
    for (const input of filledInputs(endpoint, company)) {
      const { body } = await gauntlet.world.as(manager).raw(endpoint, input)
      const jobId = /"jobId":"([^"]+)"/.exec(body)?.[1]
      if (jobId) started.add(jobId)
      if (started.size === mostExports) break
    }
    await gauntlet.world.runJobs()
    for (const id of started) {
      const again = await gauntlet.world.as(manager).call(download.exportAgain, { id, format: 'csv' })
      if (again.code !== 0) continue
      await gauntlet.world.runJobs()
      const { fileUrl } = await gauntlet.world.as(manager).get(download.link, { id: again.data.id })
      const csv = (await gauntlet.world.app.inject({ url: fileUrl })).rawPayload.toString('utf8')
      files++
      const found = around(csv, phone) ?? around(csv, email) ?? around(csv, new RegExp(hashMark))
      if (found) wrong.push(`${nameOf(endpoint)}: ${found}`)
    }
  }
  expect(wrong).toEqual([])
  expect(files).toBeGreaterThan(gauntlet.many(5))
}, 300_000)
