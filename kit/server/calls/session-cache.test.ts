import { connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
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
    confinement: null,
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

test('a clock that was set back keeps no session longer', async () => {
  const { cache, answer, reads } = open()
  const first = cache.find('hash', 10_000_000)
  answer(session(['old']))
  await first
  void cache.find('hash', 1)
  expect(reads()).toBe(1)
})

/** A way to the database that can fall silent, as a firewall makes it: the connections stay, nothing passes any more. */
class Line {
  readonly #server: Server
  readonly #sockets: Socket[] = []

  constructor({ host, port }: pg.Client) {
    this.#server = createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) {
        socket.on('error', () => undefined)
        this.#sockets.push(socket)
      }
    })
  }

  listen(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
  }

  fallSilent(): void {
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

test('a silent connection for news is given up after a change, and news is heard on another', async () => {
  const database = await createTestDatabase()
  const elsewhere = new pg.Client({ connectionString: database.url })
  await elsewhere.connect()
  const { user, password, database: name } = elsewhere
  const line = new Line(elsewhere)
  const port = await line.listen()
  const overTheLine = () => new pg.Client({ host: '127.0.0.1', port, user, database: name, ...(password && { password }) })
  let rights = ['old']
  const cache = new SessionCache({ find: async () => session(rights), touch: async () => undefined })
  const rightsOf = async () => [...((await cache.find('hash', 0))?.actor.rights ?? [])]
  await cache.listen(overTheLine, pino({ level: 'silent' }))
  expect(await rightsOf()).toEqual(['old'])
  line.fallSilent()
  rights = ['changed here']
  await cache.catchUp()
  expect(await rightsOf()).toEqual(['changed here'])
  rights = ['changed elsewhere']
  const heard = async () => {
    await elsewhere.query("select pg_notify('kaopei_session', 'staff:person')")
    return rightsOf()
  }
  await expect.poll(heard, { timeout: 5000 }).toEqual(['changed elsewhere'])
  await elsewhere.end()
  line.close()
  await cache.close()
  await database.drop()
})

test('many changes at once ask for news with one query at a time, and each of them hears its own', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const elsewhere = new pg.Client({ connectionString: database.url })
  await elsewhere.connect()
  let [underWay, most, asked] = [0, 0, 0]
  client.on('drain', () => {
    underWay = 0
  })
  const query = client.query.bind(client)
  vi.spyOn(client, 'query').mockImplementation((text: string) => {
    underWay += 1
    asked += 1
    most = Math.max(most, underWay)
    return query(text)
  })
  let rights = ['old']
  const cache = new SessionCache({ find: async () => session(rights), touch: async () => undefined })
  await cache.listen(() => client, pino({ level: 'silent' }))
  const change = async (number: number) => {
    await cache.find('hash', 0)
    await elsewhere.query("select pg_notify('kaopei_session', 'staff:person')")
    rights = [`changed ${number}`]
    await cache.catchUp()
  }
  await Promise.all([1, 2, 3].map(() => cache.catchUp()))
  await change(1)
  expect([...((await cache.find('hash', 0))?.actor.rights ?? [])]).toEqual(['changed 1'])
  asked = 0
  await Promise.all(Array.from({ length: 50 }, () => cache.catchUp()))
  expect([most, asked]).toEqual([1, 2])
  await elsewhere.end()
  await cache.close()
  await database.drop()
})
