import { constants, createPublicKey, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { hashPassword } from '@kaopei/identity/server'
import { appKeyOf } from '@kaopei/server'
import { makeCompany, type Person } from './company.ts'
import { type BenchExam, confirmNotices, makeExam, Sitter, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Ground, Measured, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const crowd = Number(process.env.KAOPEI_BENCH_CROWD ?? 10_000)
/** They sit another exam of the company meanwhile. */
const sitting = 500
const saveEveryMs = 5000
const calmMs = 20_000
const loginWithinMs = 60_000
const startWithinMs = 10_000
const password = 'Morning-2026'

/** An exam morning: a crowd logs in within a minute and presses start within ten seconds, while 500 others save. Whoever is told to wait comes again, as the pages do. */
export const morning: Piece = {
  name: 'morning',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const company = await makeCompany(ground)
    const early = await makeExam(ground, company, sitting)
    const exam = await makeExam(ground, company, crowd)
    await givePasswords(ground, exam)
    for (const one of [early, exam]) await confirmNotices(ground, one, server.port)
    const sitters = await seat(early, server.port)
    for (const sitter of sitters) await sitter.start()
    const calm = await beside(sitters, () => arriving([calmMs], 0, wait))
    print(raw('an exam morning: p95 of a save before it', percentile(calm.saves, 0.95), 'ms'))

    const entry = await entryOf(ground, exam, server)
    const seated: Sitter[] = []
    const login = await ground.cpuDuring([server], () =>
      beside(sitters, () =>
        arriving(exam.candidates, loginWithinMs, async (person) => {
          const client = await RawClient.open(server.port)
          const session = { ...person, ...(await logIn(client, person, entry)) }
          seated.push(new Sitter(client, session, exam.id))
        }),
      ),
    )
    show(print, `${crowd} log in within a minute`, login)
    const begun = await ground.cpuDuring([server], () =>
      beside(sitters, () => arriving(seated, startWithinMs, (sitter) => patiently(() => sitter.start()))),
    )
    show(print, `${crowd} press start within ten seconds`, begun)
    for (const one of [...sitters, ...seated]) one.close()
    await server.stop()
    await worker.stop()
  },
}

interface Arrivals {
  /** Milliseconds from pressing until being in. */
  readonly times: readonly number[]
  readonly problems: readonly unknown[]
}
interface Beside extends Arrivals {
  readonly saves: readonly number[]
}

function show(print: Parameters<Piece['run']>[1], what: string, { result, cpuMs }: Measured<Beside>): void {
  const { times, problems, saves } = result
  if (problems[0]) console.error('#', problems[0])
  print(atMost(`${what}: errors`, problems.length, 'errors', 0))
  print(raw(`${what}: until in, p50`, percentile(times, 0.5), 'ms'))
  print(raw(`${what}: until in, p95`, percentile(times, 0.95), 'ms'))
  print(raw(`${what}: until in, the last`, Math.max(...times), 'ms'))
  print(raw(`${what}: server and database, with the saves beside it`, cpuMs / crowd, 'CPU-ms each'))
  print(atMost(`${what}: p95 of a save beside it`, percentile(saves, 0.95), 'ms', 250))
}

/** `work`, while everybody who sits saves as they always do. */
async function beside(sitters: readonly Sitter[], work: () => Promise<Arrivals>): Promise<Beside> {
  let isOver = false
  const saves: number[] = []
  const problems: unknown[] = []
  const sit = async (sitter: Sitter, index: number) => {
    await wait((index / sitters.length) * saveEveryMs)
    for (let turn = 0; !isOver; turn++) {
      const begun = performance.now()
      saves.push(await sitter.save(turn))
      await wait(Math.max(0, saveEveryMs - (performance.now() - begun)))
    }
  }
  const all = sitters.map((sitter, index) => sit(sitter, index).catch((error: unknown) => void problems.push(error)))
  const came = await work()
  isOver = true
  await Promise.all(all)
  return { saves, times: came.times, problems: [...came.problems, ...problems] }
}

/** `work` for everybody, who come one after the other within some time. */
async function arriving<Item>(
  items: readonly Item[],
  withinMs: number,
  work: (item: Item) => Promise<unknown>,
): Promise<Arrivals> {
  const times: number[] = []
  const problems: unknown[] = []
  const begun = performance.now()
  const come = async (item: Item, index: number) => {
    const dueMs = (index / items.length) * withinMs
    await wait(Math.max(0, begun + dueMs - performance.now()))
    await work(item)
    times.push(performance.now() - begun - dueMs)
  }
  await Promise.all(items.map((item, index) => come(item, index).catch((error: unknown) => void problems.push(error))))
  return { times, problems }
}

/** As a page does that waits in line. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes(' answered 503 ')) throw error
      await wait(1000 + Math.random() * 3000)
    }
  }
}

async function givePasswords(ground: Ground, exam: BenchExam): Promise<void> {
  await ground.rows('update identity.account set password_hash = $2 where company_id = $1 and id = any ($3)', [
    exam.company.id,
    await hashPassword(password),
    exam.candidates.map(({ id }) => id),
  ])
  await ground.settle('identity.account')
}

interface Entry {
  readonly key: KeyObject
  readonly signKey: string
  readonly domain: string
}

async function entryOf(ground: Ground, exam: BenchExam, server: Part): Promise<Entry> {
  const signKey = appKeyOf(ground.secret)
  const client = await RawClient.open(server.port)
  const [company] = await ground.rows<{ domain: string }>('select domain from identity.company where id = $1', [exam.company.id])
  const domain = company?.domain ?? ''
  const { data } = await client.get({ token: '', signKey }, sessionCalls.assemblyInfo, { domain })
  client.close()
  return { key: createPublicKey({ key: Buffer.from(data.publicKey, 'base64'), type: 'spki', format: 'der' }), signKey, domain }
}

async function logIn(client: RawClient, person: Person, { key, signKey, domain }: Entry) {
  const { data } = await patiently(() => {
    const sealed = JSON.stringify({ p: password, n: randomBytes(16).toString('hex'), t: Date.now() })
    const cipher = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(sealed))
    const input = { account: person.id, password: cipher.toString('base64'), tenantDomain: domain, system: 'candidate' as const }
    return client.get({ token: '', signKey }, sessionCalls.login, input)
  })
  return { token: data.token, signKey: data.signKey }
}
