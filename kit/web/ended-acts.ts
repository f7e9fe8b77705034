import { createRequire } from 'node:module'

/**
 * React, which the files of a worker share, counts the calls of `act` that are open. One that a test leaves behind when its time is over stayed
 * open for ever, or ended among those of the next test: from then on nothing was drawn any more, in any file of the worker. Here calls that
 * overlap end as React wants it, the later ones first, and none outlives its test.
 */
interface OpenAct {
  /** Ends it now, whatever its work still waits for. */
  readonly cut: () => void
  readonly ended: Promise<unknown>
}

interface SharedReact {
  act: (work: () => unknown) => PromiseLike<unknown>
  openActs?: Set<OpenAct>
}

// The setup is loaded for each file, React once for the worker; tests import it later and so get this `act`.
const react: SharedReact = createRequire(import.meta.url)('react')

if (react.openActs === undefined) {
  const { act } = react
  const open = new Set<OpenAct>()
  react.openActs = open
  react.act = (work) => watched(act, work, open)
}

/** For the end of each test. */
export async function endActs(): Promise<void> {
  const left = [...(react.openActs ?? [])]
  for (const { cut } of left) cut()
  await Promise.all(left.map(({ ended }) => ended))
}

function watched(act: SharedReact['act'], work: () => unknown, open: Set<OpenAct>): PromiseLike<unknown> {
  const [whenCut, whenEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [isWaiting, isCut] = [false, false]
  const cut = () => {
    isCut = true
    whenCut.resolve()
  }
  const mine = { cut, ended: whenEnded.promise }
  const end = () => {
    open.delete(mine)
    whenEnded.resolve()
  }
  const begin = () => {
    const made = work()
    if (!isThenable(made)) return made
    isWaiting = true
    return endWithin(Promise.race([made, whenCut.promise]), () => laterThan(mine, open))
  }
  open.add(mine)
  try {
    const done = act(begin)
    return isWaiting ? answerOf(done, { end, isCut: () => isCut }) : done
  } finally {
    if (!isWaiting) end()
  }
}

function answerOf(done: PromiseLike<unknown>, { end, isCut }: { end: () => void; isCut: () => boolean }): Promise<unknown> {
  const answer = new Promise((take, fail) => void done.then(take, fail)).finally(end).then((value) => {
    if (isCut()) throw new Error('the test was over before this act ended')
    return value
  })
  answer.catch(() => undefined) // whoever waits is told; a test that is over waits no more
  return answer
}

/** The work's own end, once those that were begun while it was open have ended. */
async function endWithin(work: Promise<unknown>, later: () => readonly OpenAct[]): Promise<unknown> {
  try {
    return await work
  } finally {
    await Promise.all(later().map(({ ended }) => ended))
  }
}

function laterThan(mine: OpenAct, open: ReadonlySet<OpenAct>): OpenAct[] {
  const all = [...open]
  return all.slice(all.indexOf(mine) + 1)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
