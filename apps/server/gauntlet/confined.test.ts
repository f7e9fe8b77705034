import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gauntlet, nameOf, openGauntlet } from './gauntlet-world.ts'
import { validInput } from './sample-input.ts'

// A link has opened a session for one thing. It tries every call of the product.

let gauntlet: Gauntlet
beforeAll(async () => {
  gauntlet = await openGauntlet({ isWhole: true })
})
afterAll(() => gauntlet.close())

const review = 'POST /api/v1/exam/examination/review'
/** What somebody marks with who came by a quick-marking link, and how they leave. */
const openToMarking: readonly string[] = [
  'POST /api/v1/staff/logout',
  'POST /api/v1/exam/reviewTemplate/options',
  `${review}/getReviewInfo`,
  `${review}/next`,
  `${review}/open`,
  `${review}/nextPaper`,
  `${review}/openPaper`,
  `${review}/keepLock`,
  `${review}/saveDraft`,
  `${review}/saveScore`,
  `${review}/zeroUnanswered`,
  `${review}/release`,
  `${review}/getExamAnswerPaperBasicInfo`,
]

async function closedTo(kind: string): Promise<Set<string>> {
  const companyId = await gauntlet.world.company()
  const closed = new Set<string>()
  for (const endpoint of gauntlet.endpoints.filter(({ facts }) => facts.access !== 'public')) {
    const confinement = { kind, subjectId: randomUUID(), keyId: randomUUID() }
    // Even where somebody has given it all rights.
    const actor = await gauntlet.world.actor({ companyId, isAdmin: true, confinement })
    const { body } = await gauntlet.world.as(actor).raw(endpoint, validInput(endpoint, { isFull: false }))
    if (body.startsWith('{"code":1002')) closed.add(nameOf(endpoint))
  }
  return closed
}

test('the session of a quick-marking link may call what marking takes and nothing else', async () => {
  const closed = await closedTo('quickMarking')
  const guarded = gauntlet.endpoints.filter(({ facts }) => facts.access !== 'public').map(nameOf)
  expect(guarded.filter((name) => !closed.has(name)).sort()).toEqual([...openToMarking].sort())
}, 300_000)

/** What a virtual candidate of a rehearsal does, and how the server is measured meanwhile. */
const openToRehearsal: readonly string[] = [
  'POST /api/v1/exam/rehearsal/measureServer',
  'POST /api/v1/exam/sitting/heartbeat',
  'POST /api/v1/exam/sitting/save',
  'POST /api/v1/exam/sitting/start',
  'POST /api/v1/exam/sitting/submit',
  'POST /api/v1/staff/logout',
]

test('a virtual candidate may sit and nothing else', async () => {
  const closed = await closedTo('rehearsal')
  const guarded = gauntlet.endpoints.filter(({ facts }) => facts.access !== 'public').map(nameOf)
  expect(guarded.filter((name) => !closed.has(name)).sort()).toEqual([...openToRehearsal].sort())
}, 300_000)

test('a session that is confined to what nobody knows may only leave', async () => {
  const closed = await closedTo('nothing')
  const guarded = gauntlet.endpoints.filter(({ facts }) => facts.access !== 'public').map(nameOf)
  expect(guarded.filter((name) => !closed.has(name))).toEqual(['POST /api/v1/staff/logout'])
}, 300_000)
