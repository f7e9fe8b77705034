import type { Endpoint, Right } from '@kaopei/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isChinese, notChinese } from './chinese.ts'
import { administrator, again, type Gauntlet, isOfPlatform, nameOf, openGauntlet } from './gauntlet-world.ts'
import { asReceived, nonsenseInputs, validInput } from './sample-input.ts'
import { isUnexpected, send } from './wire.ts'

let gauntlet: Gauntlet
beforeAll(async () => {
  gauntlet = await openGauntlet()
})
afterAll(() => gauntlet.close())

test('the product has its endpoints, each declared once', () => {
  const names = gauntlet.endpoints.map(nameOf)
  expect(names.length).toBeGreaterThan(gauntlet.many(80))
  expect(new Set(names).size).toBe(names.length)
})

test('of every call this gauntlet knows an input that it takes', () => {
  expect(gauntlet.endpoints.filter((endpoint) => validInput(endpoint, { isFull: true }) === undefined).map(nameOf)).toEqual([])
})

test('without a session every call that is not public is answered 1003', async () => {
  const wrong: string[] = []
  for (const endpoint of gauntlet.endpoints) {
    const reply = await send(gauntlet.world, undefined, endpoint, validInput(endpoint, { isFull: true }) ?? {})
    if (endpoint.facts.access !== 'public' && reply.code !== 1003) wrong.push(`${nameOf(endpoint)} answered ${reply.code}`)
    if (isUnexpected(reply)) wrong.push(`${nameOf(endpoint)} broke: ${reply.text}`)
  }
  expect(wrong).toEqual([])
})

test('without its right every call that needs one is answered 1002, whatever it is given', async () => {
  const actor = await gauntlet.world.actor({ rights: [] })
  const wrong: string[] = []
  for (const endpoint of gauntlet.endpoints.filter(({ facts }) => typeof facts.access !== 'string')) {
    for (const input of [validInput(endpoint, { isFull: true }), {}, []]) {
      const { code } = await send(gauntlet.world, actor, endpoint, input)
      if (code !== 1002) wrong.push(`${nameOf(endpoint)} answered ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('each right opens its own calls, and all the others together do not', async () => {
  const { world, endpoints } = gauntlet
  const guarded = endpoints.flatMap((endpoint) => {
    const { access, method } = endpoint.facts
    if (typeof access === 'string' || method === 'GET') return []
    return [{ endpoint, rights: 'code' in access ? [access] : [...access] }]
  })
  const all = [...new Map(guarded.flatMap(({ rights }) => rights.map((right) => [right.code, right]))).values()]
  const wrong: string[] = []
  // Nonsense is judged after the right and before anything is done.
  const isOpenTo = async (endpoint: Endpoint, rights: readonly Right[], isPlatform = true) =>
    (await send(world, await world.actor({ companyId, rights, isPlatform }), endpoint, 42)).code !== 1002
  const companyId = await world.company()
  for (const { endpoint, rights } of guarded) {
    for (const right of rights)
      if (!(await isOpenTo(endpoint, [right]))) wrong.push(`${right.code} does not open ${nameOf(endpoint)}`)
    const own = new Set(rights.map(({ code }) => code))
    const others = all.filter(({ code }) => !own.has(code))
    // What is the platform's own is nobody else's, whatever a role names.
    if ((await isOpenTo(endpoint, rights, false)) === isOfPlatform(endpoint))
      wrong.push(`${nameOf(endpoint)} for who is not of the platform`)
    if (await isOpenTo(endpoint, others)) wrong.push(`${nameOf(endpoint)} opens without ${[...own].join(', ')}`)
  }
  expect(all.length).toBeGreaterThan(gauntlet.many(50))
  expect(wrong).toEqual([])
})

test('nonsense is answered 1001 in Chinese, and nothing that is sent breaks a call', async () => {
  const { world } = gauntlet
  const companyId = await world.company()
  await world.rows('update identity.company set is_platform = true where id = $1', [companyId])
  const person = await administrator(world, companyId)
  const wrong: string[] = []
  const foreign = new Set<string>()
  for (const endpoint of gauntlet.endpoints) {
    for (const { input, isRefused } of chosenNonsense(endpoint, foreign)) {
      const actor = endpoint.facts.access === 'public' ? undefined : await again(world, person, isOfPlatform(endpoint))
      const reply = await send(world, actor, endpoint, input)
      const shown = JSON.stringify(input)?.slice(0, 200)
      if (isUnexpected(reply)) wrong.push(`${nameOf(endpoint)} broke on ${shown}: ${reply.text}`)
      for (const words of notChinese(reply.text)) foreign.add(`${nameOf(endpoint)}: ${words}`)
      if (isRefused && reply.code !== 1001 && reply.code !== 1006) wrong.push(`${nameOf(endpoint)} took ${shown}: ${reply.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...foreign]).toEqual([])
}, 300_000)

/**
 * What the contract takes goes to the call; of what it refuses its words are read here, whatever the place, and one input for each way of being wrong
 * goes over the wire, where the same contract judges.
 */
function chosenNonsense(endpoint: Endpoint, foreign: Set<string>): { input: unknown; isRefused: boolean }[] {
  const seen = new Set<string>()
  return nonsenseInputs(endpoint).flatMap((input): { input: unknown; isRefused: boolean }[] => {
    const parsed = endpoint.input.safeParse(asReceived(endpoint, input) ?? {})
    if (parsed.success) return [{ input, isRefused: false }]
    for (const { message } of parsed.error.issues) if (!isChinese(message)) foreign.add(`${nameOf(endpoint)}: ${message}`)
    const [issue] = parsed.error.issues
    const way = `${issue?.code} ${issue?.path.length === 0 ? 'of the whole' : 'within'}`
    if (seen.has(way)) return []
    seen.add(way)
    return [{ input, isRefused: true }]
  })
}
