import { execFileSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Endpoint, Right } from '@kaopei/contract'
import { download } from '@kaopei/jobs/contract/download'
import { staffMenu } from '@kaopei/org/contract/menus'
import type { TestActor } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { menus } from '../modules.ts'
import type { FilledCompany } from './fill-company.ts'
import { filledInputs, lastFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, nameOf } from './gauntlet-world.ts'
import { hashMark, type PlantedPerson, plantContacts, plantHashes } from './plant-contacts.ts'

// Phones, addresses, identity cards and hashes of a company that are recognised wherever they turn up: nobody meets one whole without the right to it,
// a hash nobody ever, and no search tells what the masked ones hide.

let gauntlet: FilledGauntlet
let company: FilledCompany
let people: PlantedPerson[]
beforeAll(async () => {
  gauntlet = await openFilled()
  const tables = gauntlet.tables.filter(({ isCompanyTable }) => isCompanyTable)
  company = gauntlet.first
  await administrator(gauntlet.world, company.id)
  people = await plantContacts(gauntlet.world, tables, company.id)
  await plantHashes(gauntlet.world, tables, company.id)
  const logged = await gauntlet.world.rows<{ id: string }>(
    'select id from kit.operation_log where company_id = $1 order by id desc limit 4',
    [company.id],
  )
  const [place] = await gauntlet.world.rows<{ project: string; task: string }>(
    'select project_id as project, id as task from training.task where company_id = $1 and removed_at is null limit 1',
    [company.id],
  )
  const first = (name: string, id = '') => [name, [id, ...(company.idsByName.get(name) ?? [])]] as const
  const named = [
    ['kit.operation_log', logged.map(({ id }) => id)],
    first('project_id', place?.project),
    first('task_id', place?.task),
  ] as const
  company = { ...company, idsByName: new Map([...company.idsByName, ...named]) }
})
afterAll(() => gauntlet.close())

const allScopes = Object.fromEntries(menus.map(({ name }) => [name, { kind: 'all' as const }]))

function allRights(): Right[] {
  const found = gauntlet.endpoints.flatMap(({ facts: { access } }) =>
    typeof access === 'string' ? [] : 'code' in access ? [access] : [...access],
  )
  return [...new Map(found.map((right) => [right.code, right])).values()]
}

const discreetRights = () => allRights().filter(({ code }) => code !== staffMenu.rights.seePrivate.code)

interface Looker {
  readonly actor: TestActor
  /** Whose contacts they may see whole. */
  readonly mayRead: readonly PlantedPerson[]
}

/** Everything but the right to see contacts in full; everybody's data. */
async function discreetManager(isPlatform = false): Promise<Looker> {
  const wish = { companyId: company.id, rights: discreetRights(), scopes: allScopes, isPlatform }
  return { actor: await gauntlet.world.actor(wish), mayRead: [] }
}

/** Sees contacts in full, but in the roster meets one department alone; other menus show everybody. */
async function managerOfOne(): Promise<Looker> {
  const [own] = people
  const one = { kind: 'some' as const, departmentIds: [], subtreeIds: [own?.departmentId ?? ''], ownStaffId: null }
  const wish = { companyId: company.id, rights: allRights(), scopes: { ...allScopes, [staffMenu.name]: one } }
  const mayRead = people.filter(({ departmentId }) => departmentId === own?.departmentId)
  return { actor: await gauntlet.world.actor(wish), mayRead }
}

/** Somebody without the right looks through the eyes of a person, who sees their own contacts otherwise. */
async function through(person: PlantedPerson | undefined): Promise<Looker> {
  const wish = {
    companyId: company.id,
    staffId: person?.id ?? '',
    rights: discreetRights(),
    scopes: allScopes,
    impersonatorId: crypto.randomUUID(),
  }
  return { actor: await gauntlet.world.actor(wish), mayRead: [] }
}

async function candidate(person: PlantedPerson | undefined): Promise<Looker> {
  const actor = await gauntlet.world.actor({ companyId: company.id, staffId: person?.id ?? '', rights: [] })
  return { actor, mayRead: person ? [person] : [] }
}

/** What of others' contacts stands in a text, and what of hashes. */
function leaks(text: string, { mayRead }: Looker): string[] {
  const readable = new Set(mayRead.flatMap(({ contacts }) => contacts))
  const hidden = people.flatMap(({ contacts }) => contacts.filter((one) => !readable.has(one)))
  return [...hidden, hashMark].filter((one) => text.includes(one))
}

async function walk(looker: Looker, endpoints: readonly Endpoint[], mostInputs = 6) {
  const wrong = new Set<string>()
  let answered = 0
  for (const endpoint of endpoints) {
    for (const input of lastFilledInputs(endpoint, company, mostInputs)) {
      const { body, statusCode } = await gauntlet.world.as(looker.actor).raw(endpoint, input)
      if (statusCode === 200 && body.startsWith('{"code":0')) answered++
      const [found] = leaks(body, looker)
      if (found !== undefined) wrong.add(`${nameOf(endpoint)}: ${found}`)
    }
  }
  return { answered, wrong: [...wrong] }
}

const reading = () => gauntlet.endpoints.filter(({ facts }) => facts.audit === 'read' && facts.access !== 'public')
const writing = () => gauntlet.endpoints.filter(({ facts }) => typeof facts.audit === 'object' && facts.access !== 'public')

test('no reading call shows a whole contact to somebody without the right', async () => {
  const { answered, wrong } = await walk(await discreetManager(), reading(), 8)
  expect(wrong).toEqual([])
  expect(answered).toBeGreaterThan(gauntlet.many(100))
  expect((await walk(await discreetManager(true), reading(), 2)).wrong).toEqual([])
}, 300_000)

test('with the right contacts are whole within the data scope of the roster alone', async () => {
  const { wrong } = await walk(await managerOfOne(), reading())
  expect(wrong).toEqual([])
}, 300_000)

test('looking through somebody’s eyes shows no contact that the looker may not see, the person’s own included', async () => {
  for (const person of people.slice(0, 2)) {
    const { answered, wrong } = await walk(await through(person), reading(), 4)
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(gauntlet.many(50))
  }
}, 300_000)

test('a candidate meets nobody’s contacts but their own', async () => {
  for (const person of people.slice(0, 2)) {
    const { wrong } = await walk(await candidate(person), reading(), 4)
    expect(wrong).toEqual([])
  }
}, 300_000)

const wordField = /^(keyWords|keyword|query)$/

/** The least that a search needs, with the word wherever it takes one. */
function searches(endpoint: Endpoint): ((word: string) => unknown)[] {
  const inputs = filledInputs(endpoint, company)
  const full = JSON.stringify(inputs[0] ?? {})
  const fields = [...full.matchAll(/"(keyWords|keyword|query)":/g)].map(([, name]) => name ?? '')
  const least = inputs.filter((input) => !/"(keyWords|query)":/.test(JSON.stringify(input)))
  return [...new Set(fields)].flatMap((field) => [
    ...least.slice(0, 1).map((input) => (word: string) => ({ ...(typeof input === 'object' ? input : {}), [field]: word })),
    ...inputs.slice(0, 1).map((input) => (word: string) => withWord(input, word)),
  ])
}

function withWord(input: unknown, word: string): unknown {
  return JSON.parse(JSON.stringify(input), (key, value: unknown) => (wordField.test(key) ? word : value))
}

/** The answer to a search, without what changes by itself. */
async function found(actor: TestActor, endpoint: Endpoint, input: unknown, word: string): Promise<string> {
  const { body } = await gauntlet.world.as(actor).raw(endpoint, input)
  return body.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').replaceAll(word, '')
}

test('no search tells what a mask hides: half a phone, address or card finds what nonsense finds', async () => {
  const wrong = new Set<string>()
  let asked = 0
  for (const looker of [await discreetManager(), await discreetManager(true), await managerOfOne()]) {
    const hidden = people
      .filter((one) => !looker.mayRead.includes(one))
      .slice(0, 3)
      .flatMap(({ fragments }) => fragments)
    // Who is of the platform meets one list more.
    const searched = looker.actor.isPlatform ? reading().filter(({ facts }) => facts.path.includes('/system/user/')) : reading()
    for (const endpoint of searched) {
      for (const inputFor of searches(endpoint)) {
        const nothing = await found(looker.actor, endpoint, inputFor('zzqqzz'), 'zzqqzz')
        asked++
        // Where the other conditions leave nobody to be found, one person's are tried.
        const isEmpty = (await found(looker.actor, endpoint, inputFor(''), '')) === nothing
        for (const word of isEmpty ? hidden.slice(0, people[0]?.fragments.length) : hidden) {
          if ((await found(looker.actor, endpoint, inputFor(word), word)) !== nothing) wrong.add(`${nameOf(endpoint)}: ${word}`)
        }
      }
    }
  }
  expect([...wrong]).toEqual([])
  expect(asked).toBeGreaterThan(gauntlet.many(50))
}, 300_000)

const exporting = () =>
  gauntlet.endpoints.filter(({ facts }) => /export/i.test(facts.path) && !facts.path.startsWith('/api/v1/download/'))

/** Of an export that takes hundreds of inputs, as with each thing of the company in a field of conditions, so many files are read. */
const mostFiles = 8

/** All cells of the files that an export makes of what it is asked for. */
async function exported({ actor }: Looker, endpoint: Endpoint): Promise<string[]> {
  const as = gauntlet.world.as(actor)
  const jobIds = new Set<string>()
  // Things of its room and its path; where none of these is what it exports, every thing of the company.
  const near = { room: gauntlet.roomOf(endpoint) ?? '', path: endpoint.facts.path, callNumber: 0 }
  for (const kinds of [near, undefined]) {
    for (const input of jobIds.size === 0 ? filledInputs(endpoint, company, kinds) : []) {
      const { body } = await as.raw(endpoint, input)
      const jobId = /"jobId":"([^"]+)"/.exec(body)?.[1]
      if (jobId === undefined) continue
      jobIds.add(jobId)
      await gauntlet.world.runJobs()
      if (jobIds.size === mostFiles) break
    }
  }
  // The same once more as text, by a way of its own.
  const [first] = jobIds
  const asText = first === undefined ? undefined : await as.call(download.exportAgain, { id: first, format: 'csv' })
  if (asText?.code === 0) jobIds.add(asText.data.id)
  await gauntlet.world.runJobs()
  const files: string[] = []
  for (const id of jobIds) {
    const link = await as.call(download.link, { id })
    if (link.code !== 0) continue
    files.push(await textOf((await gauntlet.world.app.inject({ url: link.data.fileUrl })).rawPayload))
  }
  return files
}

/** What people read of a workbook, of what is to be printed, or of the texts of an archive. */
async function textOf(file: Buffer): Promise<string> {
  if (file.subarray(0, 5).toString('latin1') === '%PDF-')
    return execFileSync('pdftotext', ['-', '-'], { input: file, encoding: 'utf8' })
  if (!isArchive(file)) return file.toString('utf8')
  const entries = await textsIn(file)
  if (!entries.has('xl/workbook.xml')) return [...entries.values()].join('\n')
  const cells: string[] = []
  for await (const row of readXlsx(file)) cells.push(...row.cells.map(({ text }) => text))
  return cells.join('\n')
}

const isArchive = (file: Buffer) => file.subarray(0, 2).toString('latin1') === 'PK'

async function textsIn(file: Buffer): Promise<Map<string, string>> {
  const archive = await fromBufferPromise(file)
  const texts = new Map<string, string>()
  for await (const entry of archive.eachEntry()) texts.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  return texts
}

test('no export holds a whole contact that whoever asked may not read', async () => {
  const wrong = new Set<string>()
  let files = 0
  for (const looker of [await discreetManager(), await managerOfOne()]) {
    for (const endpoint of exporting()) {
      for (const text of await exported(looker, endpoint)) {
        files++
        const [found] = leaks(text, looker)
        if (found !== undefined) wrong.add(`${nameOf(endpoint)}: ${found}`)
      }
    }
  }
  expect([...wrong]).toEqual([])
  expect(files).toBeGreaterThan(gauntlet.many(10))
}, 300_000)

test('no answer to a change shows a whole contact either', async () => {
  const looker = await discreetManager()
  const { wrong } = await walk(looker, writing(), 2)
  expect(wrong).toEqual([])
}, 300_000)
