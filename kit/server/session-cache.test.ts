import { expect, test } from 'vitest'
import { type Session, SessionCache } from './session-cache.ts'

const session = (rights: readonly string[]): Session => ({
  actor: {
    sessionId: 'session',
    companyId: 'company',
    staffId: 'person',
    name: '李测试',
    loginAccount: 'li',
    isAdmin: false,
    isPlatform: false,
    mustChangePassword: false,
    rights: new Set(rights),
    scopes: new Map(),
    impersonatorId: 'looker',
  },
  expiresAt: new Date('2100-01-01'),
  lastOperationAt: new Date(),
  endedReason: null,
})

/** A cache whose source answers what it is given, when it is told to. */
function open() {
  const waiting: ((found: Session | undefined) => void)[] = []
  const cache = new SessionCache({
    find: () => new Promise((resolve) => waiting.push(resolve)),
    touch: async () => undefined,
  })
  const answer = (found: Session | undefined) => waiting.shift()?.(found)
  return { cache, answer, reads: () => waiting.length }
}

test.each(['session:session', 'staff:person', 'staff:looker', 'company:company'])(
  'what was read before the news of %s is not kept',
  async (news) => {
    const { cache, answer, reads } = open()
    const first = cache.find('hash', 0)
    cache.forget(news)
    answer(session(['old']))
    await first
    const second = cache.find('hash', 1)
    expect(reads()).toBe(1)
    answer(session(['new']))
    expect((await second)?.actor.rights).toEqual(new Set(['new']))
  },
)

test('news of others changes nothing: what was read is kept', async () => {
  const { cache, answer, reads } = open()
  const first = cache.find('hash', 0)
  cache.forget('staff:somebody')
  cache.forget('company:another')
  answer(session(['old']))
  await first
  expect((await cache.find('hash', 1))?.actor.rights).toEqual(new Set(['old']))
  expect(reads()).toBe(0)
})

test('without a connection for news a commit of this process forgets everything read so far', async () => {
  const { cache, answer, reads } = open()
  const first = cache.find('hash', 0)
  answer(session(['old']))
  await first
  await cache.catchUp()
  void cache.find('hash', 1)
  expect(reads()).toBe(1)
})
