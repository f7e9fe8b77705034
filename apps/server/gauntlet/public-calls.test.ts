import type { Endpoint } from '@kaopei/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gauntlet, nameOf, openGauntlet } from './gauntlet-world.ts'
import { validInput } from './sample-input.ts'

// Calls that need no login: whoever guesses is slowed down by address, and no trail is missing.

let gauntlet: Gauntlet
beforeAll(async () => {
  gauntlet = await openGauntlet({ isWhole: true })
})
afterAll(() => gauntlet.close())

const open = () => gauntlet.endpoints.filter(({ facts }) => facts.access === 'public')

/**
 * Nothing to guess: what the page of a login shows to everybody, and a call that does the same for every name. Of an anonymous sheet no address is
 * noted; without a ticket of ours nothing is even read.
 */
const withoutLimit: readonly string[] = [
  'POST /init/assemblyInfo',
  'POST /api/v1/staff/getCompany',
  'POST /api/v1/staff/check/account',
  'POST /api/v1/questionary/learn/handIn',
]

async function send(endpoint: Endpoint) {
  const { body, statusCode, headers } = await gauntlet.world.as(undefined).raw(endpoint, validInput(endpoint, { isFull: false }))
  return { body, statusCode, headers }
}

test('every call without a login counts the tries of an address, and waits when there are too many', async () => {
  await gauntlet.world.rows(`insert into identity.company (id, name, domain) values (gen_random_uuid(), '演示', 'demo')`)
  const wrong: string[] = []
  for (const endpoint of open()) {
    await gauntlet.world.rows('delete from kit.rate_limit')
    await send(endpoint)
    const counted = await gauntlet.world.rows(
      "update kit.rate_limit set count = 1000000 where key like '%:127.0.0.1' returning key",
    )
    const isKnown = withoutLimit.includes(nameOf(endpoint))
    if (isKnown !== (counted.length === 0)) wrong.push(`${nameOf(endpoint)} counts ${counted.length}`)
    if (isKnown) continue
    await gauntlet.world.rows("delete from kit.rate_limit where key not like '%:127.0.0.1'")
    const { body, statusCode, headers } = await send(endpoint)
    if (statusCode !== 429 || !body.startsWith('{"code":1006') || !(Number(headers['retry-after']) > 0)) {
      wrong.push(`${nameOf(endpoint)} answered ${statusCode} ${body}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Calls that change something and write no row of the operation log, each with what else tells of it. */
const ownTrails: Readonly<Record<string, string>> = {
  '/api/v1/exam/sitting/': 'events, answers and revisions of the attempt',
  '/api/v1/exam/examination/review/': 'events of the task',
  '/api/v1/exam/proctor/plan': 'what is recorded of the attempt, laid down once',
  '/api/v1/certificate/pdf': 'the document itself, made once',
  '/api/v1/certificate/mine/': 'the document itself, and a credential that says nothing but what was issued',
  '/api/v1/exam/proctor/secondCamera/': 'the phones that were invited and let in, each with its times',
  '/api/v1/exam/rehearsal/saveTrial': 'every trial of the device, with its time',
  '/api/v1/exam/safeBrowser/': 'the nonce and the proof of the session, each once',
  '/api/v1/files/': 'the file itself; completing it is logged',
  '/api/v1/courseWare/getCOSToken': 'the file itself; completing it is logged',
  '/api/v1/course/learn/': 'reports of playing and events of the task',
  '/api/v1/course/join': 'the enrolment itself; agreeing and refusing are logged',
  '/api/v1/practice/learn/': 'answers, memory and rounds of the person themselves',
  '/api/v1/evaluation/learn/': 'consent, answers and revisions of the sitting; contesting is logged',
  '/api/v1/evaluation/link/': 'uses of the token, and the sitting itself',
  '/api/v1/questionary/learn/': 'the sheet of a named questionnaire; of an anonymous one nothing may tell',
  '/api/v1/questionary/link/': 'uses of the token, and the sheet itself',
  '/api/v1/questionary/statistics': 'reads; filters of anonymous results are kept as shown',
  '/api/v1/questionary/crossTable': 'reads; filters of anonymous results are kept as shown',
  '/api/v1/train/learn/': 'events of the task',
  '/api/v1/train/session/': 'places, leave and presence of the person themselves; what organisers do is logged',
  '/api/v1/share/upload/': 'uses of the token; completing a file is logged',
  '/api/v1/exam/question/import/check': 'changes nothing that stays; the import is logged',
}

test('every call that changes something is logged, or known to keep a trail of its own', () => {
  const own = gauntlet.endpoints.filter(({ facts }) => facts.audit === 'ownTrail').map(({ facts }) => facts.path)
  const prefixes = Object.keys(ownTrails)
  expect(own.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)))).toEqual([])
  expect(prefixes.filter((prefix) => !own.some((path) => path.startsWith(prefix)))).toEqual([])
  // The rest is logged by the adapter, in the transaction of the change itself.
  const logged = gauntlet.endpoints.filter(({ facts }) => typeof facts.audit === 'object')
  expect(logged.length).toBeGreaterThan(120)
  expect(logged.filter(({ facts }) => facts.transaction === 'statement').map(nameOf)).toEqual([])
})

test('what has been logged can be changed by nobody through the server, whatever company it is in', async () => {
  const rights = await gauntlet.world.rows<{ name: string; rights: string[] }>(`
    select table_schema || '.' || table_name as name, array_agg(privilege_type::text order by privilege_type) as rights
    from information_schema.role_table_grants
    join information_schema.tables using (table_schema, table_name)
    where grantee = 'kaopei_app' and table_type = 'BASE TABLE' and (table_name like '%\\_event' or table_name like '%\\_revision' or table_name like '%\\_change'
      or table_schema || '.' || table_name in ('kit.operation_log', 'sitting.evaluation', 'platform.consumption'))
    group by 1`)
  expect(rights.length).toBeGreaterThan(5)
  // Virtual candidates leave nothing: a policy lets theirs alone be deleted (`rehearsal.test.ts`), and no attempt becomes one later.
  const ofRehearsals = ['sitting.answer_revision', 'sitting.attempt_event']
  const expected = ({ name }: { name: string }) => (ofRehearsals.includes(name) ? 'DELETE,INSERT,SELECT' : 'INSERT,SELECT')
  expect(rights.filter((one) => String(one.rights) !== expected(one))).toEqual([])
})
