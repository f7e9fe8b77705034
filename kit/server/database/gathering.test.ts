import { expect, test } from 'vitest'
import { type Gatherer, Gathering } from './gathering.ts'

type Group = { readonly calls: readonly string[]; readonly mayWait: boolean }

/** Answers each call with itself in capitals once told; `busy` calls only when they may wait, and a group with `bad` not at all. */
function gathering(most = 10, more: Pick<Gatherer<string, string>, 'patience' | 'lanes'> = {}) {
  const groups: Group[] = []
  const ends: (() => void)[] = []
  const gathered = new Gathering<string, string>({
    most,
    ...more,
    subjectOf: (call) => call.split(':', 1)[0] ?? call,
    run: async (calls, mayWait) => {
      groups.push({ calls, mayWait })
      await new Promise<void>((resolve) => ends.push(resolve))
      if (calls.includes('bad')) throw new Error(`no ${calls.join(' ')}`)
      return calls.map((call) => (call === 'busy' && !mayWait ? undefined : call.toUpperCase()))
    },
  })
  /** Ends what is under way, again and again, until nothing is. */
  const settle = async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (ends.length > 0) quiet = 0
      for (const end of ends.splice(0)) end()
    }
  }
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  /** However long a group waits for more. */
  const finish = async (all: readonly Promise<string>[]) => {
    let isOver = false
    const answers = Promise.all(all).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await settle()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return answers
  }
  return { gathered, groups, settle, turns, finish, begun: () => new Promise((resolve) => setTimeout(resolve, 1)) }
}

test('what comes while others are under way goes together, and everybody gets their own answer', async () => {
  const { gathered, groups, settle, begun } = gathering()
  const first = gathered.ask('x', 'a')
  await begun()
  const rest = ['b', 'c', 'd'].map((call) => gathered.ask('x', call))
  const elsewhere = gathered.ask('y', 'e')
  await settle()
  expect(await Promise.all([first, ...rest, elsewhere])).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(groups.map(({ calls }) => calls)).toEqual([['a'], ['e'], ['b', 'c', 'd']])
})

test('where nobody sits and waits a group waits for more, until there are enough or the moment is over', async () => {
  const patient = gathering(10, { patience: { ms: 600_000, enough: 3 } })
  const some = ['a', 'b'].map((call) => patient.gathered.ask('x', call))
  await patient.settle()
  expect(patient.groups).toEqual([])
  const all = [...some, patient.gathered.ask('x', 'c')]
  await patient.settle()
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C'])
  expect(patient.groups.map(({ calls }) => calls)).toEqual([['a', 'b', 'c']])
  const brief = gathering(10, { patience: { ms: 1, enough: 3 } })
  const alone = brief.gathered.ask('x', 'a')
  await expect.poll(() => brief.groups.length).toBe(1)
  await brief.settle()
  expect(await alone).toBe('A')
})

test('with a second lane enough that wait go while others are under way, but for what those are about', async () => {
  const { gathered, groups, turns, finish } = gathering(10, { lanes: 2, patience: { ms: 1, enough: 2 } })
  const first = ['a:1', 'b:1'].map((call) => gathered.ask('x', call))
  await turns()
  expect(groups.map(({ calls }) => calls)).toEqual([['a:1', 'b:1']])
  const second = ['a:2', 'c:1', 'd:1'].map((call) => gathered.ask('x', call))
  await turns()
  const third = ['e:1', 'a:3', 'f:1'].map((call) => gathered.ask('x', call))
  await turns()
  // Two lanes are under way: the others wait.
  expect(groups.map(({ calls }) => calls)).toEqual([
    ['a:1', 'b:1'],
    ['c:1', 'd:1'],
  ])
  expect(await finish([...first, ...second, ...third])).toEqual(['A:1', 'B:1', 'A:2', 'C:1', 'D:1', 'E:1', 'A:3', 'F:1'])
  const after = groups.slice(2).map(({ calls }) => calls)
  expect(after.flat().sort()).toEqual(['a:2', 'a:3', 'e:1', 'f:1'])
  expect(after.filter((calls) => calls.includes('a:2') && calls.includes('a:3'))).toEqual([])
  expect(await finish([gathered.ask('x', 'g')])).toEqual(['G'])
})

test('many that are about what is under way wait for it, and nothing turns meanwhile', async () => {
  const { gathered, groups, turns, finish } = gathering(10, { lanes: 2, patience: { ms: 1, enough: 1 } })
  const first = gathered.ask('x', 'a:1')
  await turns()
  const rest = ['a:2', 'a:3', 'a:4'].map((call) => gathered.ask('x', call))
  await turns()
  expect(groups.map(({ calls }) => calls)).toEqual([['a:1']])
  expect(await finish([first, ...rest])).toEqual(['A:1', 'A:2', 'A:3', 'A:4'])
  expect(groups.map(({ calls }) => calls)).toEqual([['a:1'], ['a:2'], ['a:3'], ['a:4']])
})

test('never more than most, and never two about one subject', async () => {
  const { gathered, groups, settle } = gathering(2)
  const all = ['a:1', 'a:2', 'b:1', 'c:1', 'a:3'].map((call) => gathered.ask('x', call))
  await settle()
  expect(await Promise.all(all)).toEqual(['A:1', 'A:2', 'B:1', 'C:1', 'A:3'])
  expect(groups.map(({ calls }) => calls)).toEqual([['a:1', 'b:1'], ['a:2', 'c:1'], ['a:3']])
})

test('whoever is kept waiting comes again alone, and nobody waits for them', async () => {
  const { gathered, groups, settle } = gathering()
  const all = ['a', 'busy', 'b'].map((call) => gathered.ask('x', call))
  await settle()
  expect(await Promise.all(all)).toEqual(['A', 'BUSY', 'B'])
  expect(groups).toEqual([
    { calls: ['a', 'busy', 'b'], mayWait: false },
    { calls: ['busy'], mayWait: true },
  ])
})

test('a group that fails goes one by one: a call answers for itself alone', async () => {
  const { gathered, settle } = gathering()
  const all = Promise.allSettled(['a', 'bad', 'b'].map((call) => gathered.ask('x', call)))
  await settle()
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual(['A', 'no bad', 'B'])
  const alone = Promise.allSettled([gathered.ask('x', 'bad')])
  await settle()
  expect((await alone)[0]?.status).toBe('rejected')
  const next = gathered.ask('x', 'c')
  await settle()
  expect(await next).toBe('C')
})
